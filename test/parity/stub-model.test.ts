import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { openaiClient } from "@medhelm/adapters/models/openai";
import { Request } from "@medhelm/core/helm/scenario-state";
import { Deployment } from "@medhelm/core/models/deployment";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shared, whyNoShared } from "../shared.ts";

const { signal } = new AbortController();
const request = (prompt: string) =>
  Request.parse({ model_deployment: "stub/stub-1", model: "stub/stub-1", prompt, temperature: 0, max_tokens: 5 });

describe.skipIf(shared === undefined)(`the stub model${shared === undefined ? ` (${whyNoShared})` : ""}`, () => {
  let stub: ChildProcess;
  let baseUrl = "";
  beforeAll(async () => {
    const script = join(shared ?? "", "tools/stub-model.mjs");
    stub = spawn(process.execPath, [script, "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
    if (stub.stdout === null) throw new Error("the stub has no output");
    for await (const line of createInterface({ input: stub.stdout })) {
      baseUrl = `http://127.0.0.1:${/"listening":(\d+)/.exec(line)?.[1]}/v1`;
      break;
    }
  });
  afterAll(() => {
    stub.kill();
  });
  const client = (kind: "openai-chat" | "openai-completions") =>
    openaiClient({
      deployment: Deployment.parse({
        name: "stub/stub-1",
        modelName: "stub/stub-1",
        client: { kind, baseUrl, modelSent: "stub-1" },
        trust: "local",
      }),
    });

  it.each(["openai-chat", "openai-completions"] as const)("gives %s the same answer twice", async (kind) => {
    const first = await client(kind).ask(request("What lowers blood pressure?"), { signal });
    expect(first).toMatchObject({ kind: "answer", result: { success: true } });
    expect(await client(kind).ask(request("What lowers blood pressure?"), { signal })).toEqual(first);
  });

  it("answers a hundred requests at once", async () => {
    const chat = client("openai-chat");
    const prompts = Array.from({ length: 100 }, (_, i) => `question ${i}`);
    const replies = await Promise.all(prompts.map((prompt) => chat.ask(request(prompt), { signal })));
    expect(new Set(replies.map((reply) => reply.kind))).toEqual(new Set(["answer"]));
  });
});
