import { Request } from "@medhelm/core/helm/scenario-state";
import { Deployment } from "@medhelm/core/models/deployment";
import { serve } from "@medhelm/testing/fault-server";
import { anthropicApi } from "@medhelm/testing/models/anthropic-api";
import type { RecordedReply } from "@medhelm/testing/models/recorded-api";
import { expect, onTestFinished, test } from "vitest";
import { anthropicClient } from "./anthropic.ts";

const { signal } = new AbortController();
const request = (more: object = {}) =>
  Request.parse({ model_deployment: "a/b", model: "a/b", prompt: "Fever?", temperature: 0, max_tokens: 50, ...more });
const at = (baseUrl: string, more: object = {}): Deployment =>
  Deployment.parse({
    name: "anthropic/claude-haiku-4-5",
    modelName: "anthropic/claude-haiku-4-5",
    client: { kind: "anthropic-messages", modelSent: "claude-haiku-4-5", baseUrl },
    trust: "local",
    ...more,
  });

/** Sends one request to a server of the API's recorded shape. */
async function ask(reply: RecordedReply, { apiKey = "sk-ant-test", more = {}, deployment = {} } = {}) {
  const bodies: string[] = [];
  const server = await serve(anthropicApi({ says: () => reply, bodies }));
  onTestFinished(server.close);
  const client = anthropicClient({ deployment: at(server.baseUrl.replace("/v1", ""), deployment), apiKey });
  return { reply: await client.ask(request(more), { signal }), bodies };
}

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
  });
});

test.each([
  ["length", { text: "The patient", tokens: 51 }],
  ["refusal", { text: "", end: "refused" as const }],
])("an answer may end by %s", async (reason, said) => {
  expect((await ask(said)).reply).toMatchObject({ result: { completions: [{ finish_reason: { reason } }] } });
});

test("a model that refuses a temperature gets none", async () => {
  const newest = {
    client: { kind: "anthropic-messages", modelSent: "claude-opus-4-8", baseUrl: "http://127.0.0.1:1" },
    temperature: false,
  };
  const body = anthropicClient({ deployment: at("http://127.0.0.1:1", newest) }).wireBody(request());
  expect(JSON.stringify(body)).toBe(
    '{"model":"claude-opus-4-8","max_tokens":50,"messages":[{"role":"user","content":"Fever?"}]}',
  );
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
    { message: "HTTP 400, the prompt and max_tokens are longer than the model's context" },
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
  const client = anthropicClient({ deployment: at("http://127.0.0.1:1") });
  expect(() => client.wireBody(request({ num_completions: 2 }))).toThrow(
    "a/b gives one answer to a request, and this run asks for 2; leave out num_outputs, or use num_trials=2",
  );
});
