import { anthropicApi } from "@medhelm/testing/models/anthropic-api";
import { askRecorded, deploymentAt, requestOf } from "@medhelm/testing/models/ask-recorded";
import type { RecordedReply } from "@medhelm/testing/models/recorded-api";
import { expect, test } from "vitest";
import { anthropicClient } from "./anthropic.ts";

const claude = (modelSent = "claude-haiku-4-5", more: object = {}) => ({
  client: { kind: "anthropic-messages", modelSent },
  ...more,
});
const ask = (reply: RecordedReply, how: { apiKey?: string; more?: object; model?: string } = {}, times = 1) =>
  askRecorded(
    reply,
    { api: anthropicApi, client: anthropicClient, apiKey: "sk-ant-test", deployment: claude(how.model), ...how },
    times,
  );

test("the body has max_tokens, the system message apart from the turns, and stop sequences with text only", async () => {
  const messages = [
    { role: "system", content: "Be brief." },
    { role: "user", content: "I cough." },
    { role: "assistant", content: "Since when?" },
    { role: "user", content: "Monday." },
  ];
  const { bodies } = await ask({ text: "A" }, { more: { prompt: "", messages, stop_sequences: ["\n", "###"] } });
  expect(bodies).toEqual([
    '{"model":"claude-haiku-4-5","max_tokens":50,"system":"Be brief.","messages":[{"role":"user","content":"I cough."},{"role":"assistant","content":"Since when?"},{"role":"user","content":"Monday."}],"temperature":0,"stop_sequences":["###"]}',
  ]);
});

test("an answer has text, thinking, finish reason and usage", async () => {
  const { reply } = await ask({ text: "Yes.\nMore", thinking: "hm" }, { more: { stop_sequences: ["\n"] } });
  expect(reply).toEqual({
    kind: "answer",
    result: {
      success: true,
      embedding: [],
      completions: [
        { text: "Yes.", logprob: 0, tokens: [], finish_reason: { reason: "stop" }, thinking: { text: "hm" } },
      ],
      cached: false,
    },
    usage: { promptTokens: 12, completionTokens: 3 },
    server: { model: "claude-haiku-4-5" },
  });
});

test.each([
  ["length", { text: "The patient", tokens: 51 }],
  ["refusal", { text: "", end: "refused" as const }],
])("an answer may end by %s", async (reason, said) => {
  expect((await ask(said)).reply).toMatchObject({ result: { completions: [{ finish_reason: { reason } }] } });
});

test("a deployment without temperature sends none", () => {
  const deployment = deploymentAt("http://127.0.0.1:1", claude("claude-opus-4-8", { temperature: false }));
  expect(JSON.stringify(anthropicClient({ deployment }).wireBody(requestOf()))).toBe(
    '{"model":"claude-opus-4-8","max_tokens":50,"messages":[{"role":"user","content":"Fever?"}]}',
  );
});

test("a model that refuses the temperature is asked again without one, and later from the beginning", async () => {
  const { replies, received } = await ask({ text: "A" }, { model: "claude-opus-4-8" }, 2);
  expect(replies.map(({ kind }) => kind)).toEqual(["answer", "answer"]);
  expect(received.map((body) => body.includes("temperature"))).toEqual([true, false, false]);
});

test.each([
  ["a wrong key", { text: "A" }, { apiKey: "sk-no" }, { reason: "auth", isRetriable: false }],
  ["too many requests", { text: "slow down", status: 429 }, {}, { reason: "rate_limited", isRetriable: true }],
  ["an overloaded server", { text: "Overloaded", status: 529 }, {}, { reason: "server_error", isRetriable: true }],
  [
    "an account without credit",
    { text: "Your credit balance is too low to access the Anthropic API.", status: 400 },
    {},
    { reason: "auth", isRetriable: false },
  ],
  [
    "a prompt beyond the context",
    { text: "prompt is too long: 210000 tokens > 200000 maximum", status: 400 },
    {},
    {
      message:
        'HTTP 400, the prompt and max_tokens are longer than the model\'s context: "prompt is too long: 210000 tokens > 200000 maximum"',
    },
  ],
  [
    "a request that the API refuses",
    { text: "A" },
    { more: { max_tokens: 0 } },
    { reason: "bad_request", message: expect.stringContaining("max_tokens") },
  ],
])("%s is a failure with its reason", async (_, said, how, failure) => {
  expect((await ask(said, how)).reply).toMatchObject({ kind: "failure", failure });
});

test("several completions are refused with what to do", () => {
  const client = anthropicClient({ deployment: deploymentAt("http://127.0.0.1:1", claude()) });
  expect(() => client.wireBody(requestOf({ num_completions: 2 }))).toThrow(
    "a/b gives one answer to a request, and this run asks for 2; leave out num_outputs, or use num_trials=2",
  );
});
