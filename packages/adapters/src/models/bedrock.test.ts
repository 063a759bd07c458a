import { askRecorded } from "@medhelm/testing/models/ask-recorded";
import { bedrockApi, bedrockKeys } from "@medhelm/testing/models/bedrock-api";
import type { RecordedReply } from "@medhelm/testing/models/recorded-api";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { bedrockClient } from "./bedrock.ts";

beforeEach(() => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", bedrockKeys.accessKeyId);
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", bedrockKeys.secretAccessKey);
  vi.stubEnv("AWS_EC2_METADATA_DISABLED", "true");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const CLAUDE = "anthropic.claude-3-5-sonnet-20241022-v2:0";
interface How {
  readonly model?: string;
  readonly apiKey?: string;
  readonly more?: object;
}
const ask = (reply: RecordedReply, { model = CLAUDE, apiKey, more }: How = {}, times = 1) =>
  askRecorded(
    reply,
    {
      api: bedrockApi,
      client: bedrockClient,
      apiKey,
      ...(more !== undefined && { more }),
      deployment: { client: { kind: "bedrock-converse", modelSent: model, region: "us-east-1" } },
    },
    times,
  );

test("a signed request has the system message apart from the turns, and stop sequences with text only", async () => {
  const messages = [
    { role: "system", content: "Be brief." },
    { role: "user", content: "38 °C, 😷" },
  ];
  const { bodies } = await ask({ text: "A" }, { more: { prompt: "", messages, stop_sequences: ["\n", "###"] } });
  expect(bodies).toEqual([
    '{"system":[{"text":"Be brief."}],"messages":[{"role":"user","content":[{"text":"38 °C, 😷"}]}],"inferenceConfig":{"maxTokens":50,"temperature":0,"stopSequences":["###"]}}',
  ]);
});

test("an answer has text, thinking, finish reason and usage", async () => {
  expect((await ask({ text: "Yes.", thinking: "hm" })).reply).toEqual({
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

test("an API key of Bedrock replaces the signature", async () => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", "");
  expect((await ask({ text: "A" }, { apiKey: "bedrock-test" })).reply).toMatchObject({ kind: "answer" });
});

test("a model that refuses the temperature is asked again without one, and later from the beginning", async () => {
  const { replies, received } = await ask({ text: "A" }, { model: "us.anthropic.claude-opus-4-8" }, 2);
  expect(replies.map(({ kind }) => kind)).toEqual(["answer", "answer"]);
  expect(received.map((body) => body.includes("temperature"))).toEqual([true, false, false]);
});

test("missing credentials are one sentence with the variables", async () => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", "");
  vi.stubEnv("AWS_PROFILE", "nobody");
  await expect(ask({ text: "A" })).rejects.toThrow(
    "a/b needs AWS credentials: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_BEARER_TOKEN_BEDROCK",
  );
});

test("credentials that Bedrock does not accept are a failure with the reason auth", async () => {
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "wrong");
  expect((await ask({ text: "A" })).reply).toMatchObject({
    failure: {
      reason: "auth",
      message:
        'HTTP 403, access denied: "The request signature we calculated does not match the signature you provided."',
    },
  });
});

test.each<[string, RecordedReply, How, object]>([
  ["a withheld answer", { text: "A", end: "filtered" }, {}, { reason: "content_filter", isRetriable: false }],
  ["too many requests", { text: "Too many requests", status: 429 }, {}, { reason: "rate_limited", isRetriable: true }],
  ["a failed model", { text: "The model failed", status: 424 }, {}, { reason: "server_error", isRetriable: true }],
  [
    "an unknown model",
    { text: "A" },
    { model: "none.such" },
    { message: 'HTTP 400, the server refuses the request: "The provided model identifier is invalid."' },
  ],
])("%s is a failure with its reason", async (_, said, how, failure) => {
  expect((await ask(said, how)).reply).toMatchObject({ kind: "failure", failure });
});
