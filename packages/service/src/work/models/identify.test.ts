import type { Deployment } from "@medhelm/core/models/deployment";
import type { ModelClient } from "@medhelm/core/ports";
import type { Outcome } from "@medhelm/core/run/asking/ask";
import { RunStopped } from "@medhelm/core/run/asking/run-stopped";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { identify } from "./identify.ts";

const deployment: Deployment = {
  name: "stub/one",
  modelName: "stub/one",
  client: { kind: "openai-chat", baseUrl: "http://127.0.0.1:8000/v1", modelSent: "one" },
  deprecated: false,
  trust: "local",
};

const ANSWER: Outcome = {
  kind: "answer",
  result: { success: true, embedding: [], completions: [{ text: "42", logprob: 0, tokens: [] }], cached: false },
  requestKey: "k",
  usage: {},
  fromCache: false,
  server: { model: "one" },
};

/** Identifies a model whose server answers the question for its weights in this way. */
async function identified(
  weights: NonNullable<ModelClient["weights"]>,
  ask: () => Promise<Outcome>,
  known?: { readonly reported: string },
) {
  const client: ModelClient = {
    endpoint: "http://127.0.0.1:8000/v1/chat/completions",
    flavour: "chat",
    wireBody: ({ prompt }) => ({ prompt }),
    ask: () => Promise.reject(new Error("the canary request is sent by `ask`")),
    weights,
  };
  const { signal } = new AbortController();
  return identify({
    objects: memoryStore(),
    deployment,
    client,
    ask,
    nonce: "n",
    known,
    isReplay: false,
    signal,
  });
}

test("the weights are requested while the canary request is answered", async () => {
  const asked = Promise.withResolvers<string>();
  const weights = async () => {
    asked.resolve("/weights/one");
    return asked.promise;
  };
  const { model } = await identified(weights, async () => {
    await asked.promise;
    return ANSWER;
  });
  expect(model.weights).toBe("/weights/one");
});

test("the weights are requested again from a server that was too slow during the canary request", async () => {
  const answers = [Promise.reject(new Error("no answer within 3 s")), Promise.resolve("/weights/one")];
  const { model } = await identified(
    () => answers.shift() ?? Promise.resolve(undefined),
    async () => ANSWER,
  );
  expect(model.weights).toBe("/weights/one");
});

test("a server that never says its weights is identified without them", async () => {
  const { model } = await identified(
    () => Promise.reject(new Error("no answer within 3 s")),
    async () => ANSWER,
  );
  expect(model).toMatchObject({ reported: "one" });
  expect(model.weights).toBeUndefined();
});

test("the reason of a canary request without an answer is whole, without its advice", async () => {
  const stopped = new RunStopped(
    "budget",
    "the budget is used up after 0 requests and $0.5 (at most $0.5; the next may cost $0.1): raise it and run the same command again; all answers are kept",
  );
  const { notices } = await identified(
    async () => undefined,
    () => Promise.reject(stopped),
    { reported: "one" },
  );
  expect(notices).toEqual([
    "stub/one could not be asked which model it is (the budget is used up after 0 requests and $0.5 (at most $0.5; the next may cost $0.1)); it counts as the model that answered before",
  ]);
});
