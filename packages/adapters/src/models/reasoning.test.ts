import { askRecorded } from "@medhelm/testing/models/ask-recorded";
import { openaiApi } from "@medhelm/testing/models/openai-api";
import type { RecordedApi } from "@medhelm/testing/models/recorded-api";
import { expect, test } from "vitest";
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
