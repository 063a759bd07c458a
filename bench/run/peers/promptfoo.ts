import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Peer, questionsIn } from "./peer.ts";

export const promptfoo: Peer = {
  name: "promptfoo",
  program: "promptfoo/node_modules/.bin/promptfoo",
  prepare({ folder, table, concurrency, url }) {
    const config = {
      prompts: ["{{p}}"],
      providers: [
        { id: "openai:chat:stub-1", config: { apiBaseUrl: url, apiKey: "x", max_tokens: 16, temperature: 0 } },
      ],
      tests: questionsIn(table).map(({ prompt, gold }) => ({
        vars: { p: prompt },
        assert: [{ type: "equals", value: gold }],
      })),
    };
    writeFileSync(join(folder, "questions.json"), JSON.stringify(config));
    return {
      args: [
        "eval",
        "--config=questions.json",
        `--max-concurrency=${concurrency}`,
        "--no-table",
        "--no-progress-bar",
        "--no-cache",
        "--output=out.json",
      ],
      env: {
        PATH: `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`,
        PROMPTFOO_CONFIG_DIR: join(folder, "home"),
        PROMPTFOO_DISABLE_TELEMETRY: "1",
        PROMPTFOO_DISABLE_UPDATE: "1",
      },
    };
  },
};
