import { json, serve } from "@medhelm/testing/fault-server";
import { askRecorded, deploymentAt, requestOf } from "@medhelm/testing/models/ask-recorded";
import { openaiApi } from "@medhelm/testing/models/openai-api";
import type { RecordedApi } from "@medhelm/testing/models/recorded-api";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { openaiClient } from "./openai.ts";

const PLAIN =
  '{"model":"my-o3-deploy","messages":[{"role":"user","content":"Fever?"}],"temperature":0,"top_p":1,"n":1,"stop":null,"max_tokens":50,"presence_penalty":0,"frequency_penalty":0}';
const REASONING =
  '{"model":"my-o3-deploy","messages":[{"role":"user","content":"Fever?"}],"n":1,"max_completion_tokens":50}';

/** Asks an o3 model of Azure under a name that does not show it. */
const ask = (more: { name?: string; reasoning?: boolean; temperature?: boolean; request?: object } = {}, times = 1) => {
  const { request, ...facts } = { name: "azure/my-o3-deploy", ...more };
  return askRecorded(
    { text: "A" },
    {
      api: (api: RecordedApi) => openaiApi({ ...api, host: "azure", isReasoning: true }),
      client: openaiClient,
      apiKey: "sk-test",
      path: "/openai/deployments/my-o3-deploy?api-version=2025-04-01-preview",
      deployment: { client: { kind: "openai-chat", modelSent: "my-o3-deploy", keyHeader: "api-key" }, ...facts },
      ...(request !== undefined && { more: request }),
    },
    times,
  );
};

test("a deployment with `reasoning: true` at Azure sends max_completion_tokens and no temperature", async () => {
  expect((await ask({ reasoning: true })).received).toEqual([REASONING]);
});

test("a deployment with `temperature: false` does the same on every server", async () => {
  expect((await ask({ name: "a/b", temperature: false })).received).toEqual([REASONING]);
});

test("a server that refuses max_tokens is asked again at once, and later in its form from the beginning", async () => {
  const { replies, received } = await ask({}, 2);
  expect(replies.map(({ kind }) => kind)).toEqual(["answer", "answer"]);
  expect(received).toEqual([PLAIN, REASONING, REASONING]);
});

test("refused stop sequences are left out, and the answer is cut at them", async () => {
  const { reply, bodies } = await ask({ reasoning: true, request: { stop_sequences: ["A"] } });
  expect(bodies).toEqual([REASONING]);
  expect(reply).toMatchObject({ result: { completions: [{ text: "" }] } });
});

test("a wrong key of Azure is a failure with the reason auth", async () => {
  const { reply } = await askRecorded(
    { text: "A" },
    {
      api: (api: RecordedApi) => openaiApi({ ...api, host: "azure" }),
      client: openaiClient,
      apiKey: "sk-no",
      path: "/openai/deployments/d?api-version=2025-04-01-preview",
      deployment: { client: { kind: "openai-chat", modelSent: "d", keyHeader: "api-key" } },
    },
  );
  expect(reply).toMatchObject({ failure: { reason: "auth" } });
});

/** Asks a server of this rule: the limit of tokens that it accepts, by the name of the field. */
async function askLimited(
  refusal: (body: Readonly<Record<string, unknown>>) => string | undefined,
  facts: object,
  model = "a/b",
) {
  const bodies: Record<string, unknown>[] = [];
  const server = await serve((_, text, response) => {
    const body = z.record(z.string(), z.unknown()).parse(JSON.parse(text));
    bodies.push(body);
    const message = refusal(body);
    if (message !== undefined) return json(response, 400, { error: { message } });
    return json(response, 200, { choices: [{ finish_reason: "stop", message: { content: "A" } }] });
  });
  onTestFinished(server.close);
  const client = { kind: "openai-chat", modelSent: "m" };
  const deployment = deploymentAt(server.baseUrl, { client, ...facts });
  const reply = await openaiClient({ deployment }).ask(requestOf({ model }), { signal: new AbortController().signal });
  return { kind: reply.kind, bodies };
}

test("a server that knows no max_completion_tokens is asked with max_tokens", async () => {
  const { kind, bodies } = await askLimited(
    (body) =>
      "max_completion_tokens" in body ? "Unrecognized request argument supplied: max_completion_tokens" : undefined,
    { temperature: false },
  );
  expect({ kind, last: bodies.at(-1) }).toMatchObject({ kind: "answer", last: { max_tokens: 50 } });
});

test("the room for thinking shrinks until it fits the context of the server", async () => {
  const { kind, bodies } = await askLimited(
    ({ max_tokens: limit }) =>
      Number(limit) > 5000
        ? "This model's maximum context length is 8192 tokens. However, you requested more."
        : undefined,
    { settings: { reasoningAllowance: 16_384 } },
  );
  expect(kind).toBe("answer");
  expect(bodies.map((body) => body["max_tokens"])).toEqual([16_434, 8242, 4146]);
});

test("a model of another provider that is named like OpenAI's is asked with max_tokens", async () => {
  const { bodies } = await askLimited(() => undefined, {}, "house/gpt-5-like");
  expect(bodies).toMatchObject([{ max_tokens: 50, temperature: 0 }]);
});
