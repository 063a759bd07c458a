import { askRecorded } from "@medhelm/testing/models/ask-recorded";
import { geminiApi } from "@medhelm/testing/models/gemini-api";
import type { RecordedReply } from "@medhelm/testing/models/recorded-api";
import { expect, test } from "vitest";
import { geminiClient } from "./gemini.ts";

const ask = (
  reply: RecordedReply,
  { model = "gemini-2.5-flash", reasoning = false, apiKey = "AIza-test", more = {} } = {},
) =>
  askRecorded(reply, {
    api: geminiApi,
    client: geminiClient,
    apiKey,
    more,
    deployment: { client: { kind: "gemini", modelSent: model }, ...(reasoning && { reasoning }) },
  });

test("the body has the turns, the system instruction and the generation config", async () => {
  const messages = [
    { role: "system", content: "Be brief." },
    { role: "user", content: "I cough." },
    { role: "assistant", content: "Since when?" },
    { role: "user", content: "Monday." },
  ];
  const { bodies } = await ask(
    { text: "A" },
    { reasoning: true, more: { prompt: "", messages, stop_sequences: ["\n"] } },
  );
  expect(bodies).toEqual([
    '{"systemInstruction":{"parts":[{"text":"Be brief."}]},"contents":[{"role":"user","parts":[{"text":"I cough."}]},{"role":"model","parts":[{"text":"Since when?"}]},{"role":"user","parts":[{"text":"Monday."}]}],"generationConfig":{"temperature":0,"topP":1,"maxOutputTokens":50,"thinkingConfig":{"includeThoughts":true}}}',
  ]);
});

test("an answer has text, thoughts apart from it, finish reason and usage with the thoughts", async () => {
  const { reply } = await ask({ text: "Yes.", thinking: "hm" }, { reasoning: true });
  expect(reply).toMatchObject({
    result: {
      completions: [{ text: "Yes.", finish_reason: { reason: "stop" }, thinking: { text: "hm" } }],
    },
    usage: { promptTokens: 12, completionTokens: 43 },
  });
});

test("an answer that was cut while the model thought has an empty text", async () => {
  expect((await ask({ text: "", tokens: 51 })).reply).toMatchObject({
    result: { completions: [{ text: "", finish_reason: { reason: "length" } }] },
  });
});

test.each<[string, RecordedReply, object, object]>([
  ["a blocked prompt", { text: "", end: "refused" }, {}, { reason: "content_filter", isRetriable: false }],
  ["a withheld answer", { text: "A", end: "filtered" }, {}, { reason: "content_filter", isRetriable: false }],
  [
    "a wrong key",
    { text: "A" },
    { apiKey: "AIza-no" },
    { reason: "auth", message: 'HTTP 400, access denied: "API key not valid. Please pass a valid API key."' },
  ],
  ["an unknown model", { text: "A" }, { model: "gemini-none" }, { reason: "no_such_model" }],
  [
    "too many requests with the wait that the API asks for",
    { text: "Resource has been exhausted", status: 429 },
    {},
    { reason: "rate_limited", isRetriable: true, retryAfterMs: 34_500 },
  ],
  ["an overloaded model", { text: "The model is overloaded.", status: 503 }, {}, { reason: "server_error" }],
  [
    "a request that the API refuses",
    { text: "A" },
    { more: { max_tokens: 0 } },
    { reason: "bad_request", message: expect.stringContaining("generationConfig.maxOutputTokens") },
  ],
])("%s is a failure with its reason", async (_, said, how, failure) => {
  expect((await ask(said, how)).reply).toMatchObject({ kind: "failure", failure });
});
