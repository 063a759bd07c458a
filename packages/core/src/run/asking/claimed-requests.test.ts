import { instantClock } from "@medhelm/testing/clock/instant-clock";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { Request } from "../../helm/scenario-state.ts";
import { createBudget } from "../../money/budget.ts";
import type { ModelReply, ObjectStore } from "../../ports.ts";
import { createAsk, type RequestClaims } from "./ask.ts";
import { createLimiter } from "./limiter.ts";

const { signal } = new AbortController();
const request = Request.parse({
  model_deployment: "stub/a",
  model: "stub/a",
  prompt: "q",
  temperature: 0,
  max_tokens: 5,
});
const B: ModelReply = {
  kind: "answer",
  result: { success: true, embedding: [], completions: [{ text: "B", logprob: 0, tokens: [] }], cached: false },
  usage: {},
};
const REFUSED: ModelReply = {
  kind: "failure",
  failure: { reason: "bad_request", message: "as reported", isRetriable: false },
};

/** A process that asks. Another one holds the request at the first `taken` looks. */
function processWith(reply: ModelReply, taken: number, store: ObjectStore = memoryStore()) {
  const clock = instantClock();
  const calls: string[] = [];
  let looks = 0;
  const claims: RequestClaims = {
    claim: async () => (looks++ < taken ? undefined : async () => void calls.push("free")),
  };
  const ask = createAsk({
    deployment: {
      name: "stub/a",
      modelName: "stub/a",
      client: { kind: "openai-chat", baseUrl: "http://127.0.0.1:8000/v1", modelSent: "a" },
      deprecated: false,
      trust: "local",
    },
    client: {
      endpoint: "http://127.0.0.1:8000/v1/chat/completions",
      flavour: "chat",
      wireBody: ({ prompt }) => ({ prompt }),
      ask: async () => (calls.push("asked"), reply),
    },
    store,
    answerKey: (key) => `cache/public/${key}`,
    clock,
    limiter: createLimiter({ concurrency: 4, clock }),
    guard: () => undefined,
    budget: createBudget(),
    claims,
  });
  return { ask: () => ask(request, { signal }), calls, sleptMs: clock.sleptMs };
}

test("an answer of another process is read, and not asked again", async () => {
  const store = memoryStore();
  await processWith(B, 0, store).ask();
  let reads = 0;
  const later: ObjectStore = { ...store, get: async (key) => (reads++ < 2 ? undefined : store.get(key)) };
  const { ask, calls, sleptMs } = processWith(B, 9, later);
  expect(await ask()).toMatchObject({ kind: "answer", fromCache: true });
  expect([calls, sleptMs]).toEqual([[], [250, 250]]);
});

test("an answer that is stored between the first look and the claim is read", async () => {
  const store = memoryStore();
  await processWith(B, 0, store).ask();
  let reads = 0;
  const later: ObjectStore = { ...store, get: async (key) => (reads++ < 1 ? undefined : store.get(key)) };
  const { ask, calls } = processWith(B, 0, later);
  expect(await ask()).toMatchObject({ kind: "answer", fromCache: true });
  expect(calls).toEqual(["free"]);
});

test("a request that the other process gives up is asked, and freed when its answer is stored", async () => {
  const { ask, calls, sleptMs } = processWith(B, 2);
  expect(await ask()).toMatchObject({ kind: "answer", fromCache: false });
  expect([calls, sleptMs]).toEqual([
    ["asked", "free"],
    [250, 250],
  ]);
});

test("a request that fails is freed", async () => {
  const { ask, calls } = processWith(REFUSED, 0);
  expect(await ask()).toMatchObject({ kind: "failure" });
  expect(calls).toEqual(["asked", "free"]);
});
