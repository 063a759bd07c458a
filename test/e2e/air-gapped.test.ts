import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli, testFolder } from "./cli.ts";
import { llamaFolder, whyNoLlama } from "./llama-server.ts";

const guide = readFileSync(new URL("../../docs/air-gapped.md", import.meta.url), "utf8");

/** The commands of a step, as a person types them. */
const commandsOf = (step: number): string =>
  [...(guide.split(/^## /m)[step] ?? "").matchAll(/```\n([^]*?)```/g)].map(([, text]) => text).join("");

const why =
  whyNoLlama() ??
  (spawnSync("unshare", ["--map-root-user", "--net", "true"]).status === 0
    ? undefined
    : "this system gives no network namespace");

/** Runs a script in a namespace that has no network but this machine's own. */
async function withoutNetwork(script: string, cwd: string, env: Readonly<Record<string, string>>) {
  const child = spawn("unshare", ["--map-root-user", "--net", "bash", "-c", script], {
    cwd,
    env: { PATH: "/usr/sbin:/usr/bin:/bin", HOME: cwd, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, output };
}

test.skipIf(why !== undefined)(
  `the guide of closed networks works without a network, with llama.cpp's server (or: ${why})`,
  { timeout: 300_000 },
  async () => {
    const [open, closed, llama] = [testFolder(), testFolder(), llamaFolder()];
    const data = join(open, "benchmark_output/.medhelm/data/sct_bench");
    mkdirSync(data, { recursive: true });
    writeFileSync(join(data, "sct_cleaned_full.csv"), "an invented file\n");
    expect(commandsOf(1)).toContain("medhelm bundle\n");
    const bundled = await cli(
      "medhelm",
      ["bundle", "--consent", "sct_bench", "--to", join(closed, "medhelm-x.tar.gz")],
      {
        cwd: open,
      },
    );
    expect(bundled).toMatchObject({ code: 0 });

    const { code, output } = await withoutNetwork(
      [
        "set -euo pipefail",
        "ip link set lo up",
        '! (exec 3<>/dev/tcp/1.1.1.1/443) 2>/dev/null || { echo "there is a network"; exit 9; }',
        `'${join(llama, "llama-server")}' -m '${join(llama, "tiny.gguf")}' --port 8000 >/dev/null 2>&1 & server=$!`,
        "trap 'kill -9 $server' EXIT",
        "for i in $(seq 100); do (exec 3<>/dev/tcp/127.0.0.1/8000) 2>/dev/null && break; sleep 0.1; done",
        commandsOf(2),
        "test -f data/sct_bench/sct_cleaned_full.csv",
        "test -f app/docs/air-gapped.md",
        commandsOf(3),
        // the random model writes until its limit, and its answers are accepted here although none can be read
        commandsOf(4).replace("--offline", "--offline --max-failures 100%"),
        "test -f site/index.html",
      ].join("\n"),
      closed,
      { ENDPOINT: "http://127.0.0.1:8000/v1" },
    );
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("5 instances; exact_match") });
  },
);
