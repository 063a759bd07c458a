import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openaiClient } from "@medhelm/adapters/models/openai";
import type { ModelReply } from "@medhelm/core/ports";
import { deploymentAt, requestOf } from "@medhelm/testing/models/ask-recorded";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { cliHere } from "./cli-here.ts";
import { startLlama, whyNoLlama } from "./llama-server.ts";
import { smallBenchmarkFolder } from "./small-benchmark.ts";

const why = whyNoLlama();
const ENTRY = "medhelm_configurable_benchmark:config_path=small.yaml";
const Manifest = z.object({ coverage: z.object({ requests: z.int(), answered: z.int(), failed: z.int() }) });
const { signal } = new AbortController();

/** The first completion of the model, and the counts of tokens. */
async function ask(url: string, more: object = {}, { kind = "openai-chat", extraBody = {} } = {}) {
  const deployment = deploymentAt(`${url}/v1`, { client: { kind, modelSent: "tiny" }, settings: { extraBody } });
  const reply: ModelReply = await openaiClient({ deployment }).ask(requestOf({ max_tokens: 6, ...more }), { signal });
  if (reply.kind === "failure") throw new Error(reply.failure.message);
  const [completion] = reply.result.completions;
  if (completion === undefined) throw new Error("no completion");
  return { ...completion, usage: reply.usage };
}

const LETTERS = /^[a-zA-Z0-9.,:?! éü漢😷]{6}$/u;

describe.skipIf(why !== undefined)(`llama.cpp's own server with a random model (or: ${why})`, () => {
  test("answers within max_tokens, counts tokens, and gives the same answer again", async () => {
    const url = await startLlama();
    const first = await ask(url);
    expect(first).toMatchObject({
      text: expect.stringMatching(LETTERS),
      tokens: [],
      finish_reason: { reason: "length" },
      usage: { promptTokens: 15, completionTokens: 6 },
    });
    expect(await ask(url)).toEqual(first);
    expect(await ask(url, { max_tokens: 2 })).toMatchObject({
      text: first.text.slice(0, 2),
      usage: { completionTokens: 2 },
    });
  });

  test("stops at a stop sequence, which the answer leaves out", async () => {
    const url = await startLlama();
    const { text } = await ask(url);
    const stop = text.slice(2, 4);
    expect(await ask(url, { stop_sequences: [stop] })).toMatchObject({
      text: text.slice(0, text.indexOf(stop)),
    });
  });

  test("reads a prompt of all planes of Unicode, and a conversation", async () => {
    const url = await startLlama();
    expect((await ask(url, { prompt: "é 漢 😷?" })).usage).toEqual({ promptTokens: 15, completionTokens: 6 });
    const messages = [
      { role: "system", content: "Be brief." },
      { role: "user", content: "I cough." },
    ];
    expect((await ask(url, { prompt: "", messages })).text).toMatch(LETTERS);
  });

  test.each([
    ["a chat completion, if --extra-body asks for them", { extraBody: { logprobs: true } }],
    ["a text completion", { kind: "openai-completions" }],
  ])("sends log probabilities with %s", async (_what, how) => {
    const { text, tokens, logprob } = await ask(await startLlama(), {}, how);
    expect(tokens.map((token) => token.text).join("")).toBe(text);
    expect(tokens.filter((token) => token.logprob < 0)).toHaveLength(6);
    expect(logprob).toBeLessThan(-1);
  });

  test("serves a run by its address alone, and the run is extended and resumed", async () => {
    const url = await startLlama();
    const cwd = smallBenchmarkFolder();
    const run = (count: string) =>
      cliHere("medhelm", ["run", "-r", ENTRY, "--suite", "s", "-o", "out", "--model", url, "--json", "-m", count], {
        cwd,
        env: { HELM_RETRIES: "1" },
      });
    const first = await run("2");
    expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining("2 instances; exact_match 0.000") });
    expect(await run("3")).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("3 instances; exact_match 0.000"),
    });
    expect(await run("3")).toMatchObject({ code: 0, stderr: expect.stringContaining("was complete, nothing asked") });
    const folder = join(cwd, "out/runs/s", `SMALL:model=${new URL(url).host}_tiny`);
    const manifest = Manifest.parse(JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")));
    expect(manifest.coverage).toEqual({ requests: 3, answered: 3, failed: 0 });
  });

  test("that refuses a prompt longer than its context ends the run with its own reason", async () => {
    const url = await startLlama();
    const cwd = smallBenchmarkFolder({ "prompt.txt": `{question}${" fever".repeat(2000)}` });
    const { code, stderr } = await cliHere(
      "medhelm",
      ["run", "-r", ENTRY, "--suite", "s", "-o", "out", "--model", url],
      { cwd, env: { HELM_RETRIES: "1" } },
    );
    expect(code).toBe(1);
    expect(stderr).toContain(
      "answered 0 of 3 requests: HTTP 400, the prompt and max_tokens are longer than the model's context",
    );
  });
});
