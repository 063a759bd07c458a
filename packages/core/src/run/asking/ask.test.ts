import { keysIn } from "@medhelm/testing/stores/keys-in";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { instantClock } from "@medhelm/testing/clock/instant-clock";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { wholeMinute } from "@medhelm/testing/limits/whole-minute";
import { describe, expect, it } from "vitest";
import { Request } from "../../helm/scenario-state.ts";
import type { ModelClient, ModelFailure, ModelReply, ObjectStore } from "../../ports.ts";
import { UserError } from "../../user-error.ts";
import { type AskPorts, createAsk } from "./ask.ts";
import { createBudget } from "../../money/budget.ts";
import type { Deployment } from "../../models/deployment.ts";
import { createLimiter } from "./limiter.ts";
import { minuteBudget } from "./minute-budget.ts";
import { RunStopped } from "./run-stopped.ts";

const deployment: Deployment = {
  name: "stub/stub-1",
  modelName: "stub/stub-1",
  client: { kind: "openai-chat", baseUrl: "http://127.0.0.1:8000/v1", modelSent: "stub-1" },
  deprecated: false,
  trust: "local",
};
const question = (prompt: string) =>
  Request.parse({ model_deployment: "stub/stub-1", model: "stub/stub-1", prompt, temperature: 0, max_tokens: 5 });
const { signal } = new AbortController();

const answer = (text: string): ModelReply => ({
  kind: "answer",
  result: { success: true, embedding: [], completions: [{ text, logprob: 0, tokens: [] }], cached: false },
  usage: { promptTokens: 3, completionTokens: 1 },
});
const failure = (reason: ModelFailure["reason"], more: Partial<ModelFailure> = {}): ModelReply => ({
  kind: "failure",
  failure: { reason, message: "as reported", isRetriable: reason !== "auth" && reason !== "bad_request", ...more },
});

/** A client that returns the given replies in turn and repeats the last one. `asked` records the prompts. */
function fakeClient(...replies: ModelReply[]) {
  const asked: string[] = [];
  const client: ModelClient = {
    endpoint: "http://127.0.0.1:8000/v1/chat/completions",
    flavour: "chat",
    wireBody: ({ prompt }) => ({ prompt }),
    async ask({ prompt }) {
      const reply = replies[Math.min(asked.push(prompt), replies.length) - 1];
      if (reply === undefined) throw new Error("fakeClient needs at least one reply");
      return reply;
    },
  };
  return { client, asked };
}

const answerKey = (key: string) => `cache/public/${key}`;
const guard = () => {};
const refuse = () => {
  throw new UserError("refused");
};
function setUp(client: ModelClient, more: Partial<AskPorts> = {}) {
  const clock = instantClock(1_700_000_000_000);
  const store = memoryStore();
  const limiter = createLimiter({ concurrency: 4, clock });
  const ask = createAsk({
    deployment,
    client,
    store,
    answerKey,
    clock,
    limiter,
    guard,
    budget: createBudget(),
    ...more,
  });
  return { ask, slept: clock.sleptMs, store, limiter };
}

it("names a silent server and what happens next, before its first reply and after it", async () => {
  const clock = fakeClock();
  const said: string[] = [];
  const { client } = fakeClient(answer("B"));
  const slow: ModelClient = {
    ...client,
    timeoutMs: 600_000,
    ask: async (request, options) => {
      await clock.sleep(request.prompt === "first" ? 11_000 : 21_000);
      return client.ask(request, options);
    },
  };
  const { ask } = setUp(slow, { clock, onSilence: (message) => said.push(message) });
  for (const prompt of ["first", "second"]) {
    const asking = ask(question(prompt), { signal });
    await clock.advance(30_000);
    await asking;
  }
  const server = "no reply from stub/stub-1 (http://127.0.0.1:8000/v1/chat/completions)";
  expect(said).toEqual([
    `${server} for 10 s; 1 request is in flight; it has not answered yet; a request is given up after 10 minutes (--timeout), and the run ends after three`,
    `${server} for 20 s; 1 request is in flight; a request without a reply is given up after 10 minutes (--timeout) and sent up to 5 times`,
  ]);
});

it("names the silent server of tokens, and not the model's server, while requests wait for a token", async () => {
  const clock = fakeClock();
  const said: string[] = [];
  const waits: ModelClient = {
    ...fakeClient().client,
    waitsFor: () => ({ host: "login.example", timeoutMs: 30_000 }),
    ask: () => new Promise(() => undefined),
  };
  const { ask } = setUp(waits, { clock, onSilence: (message) => said.push(message) });
  void ask(question("first"), { signal });
  await clock.advance(11_000);
  expect(said).toEqual([
    "stub/stub-1: no reply from login.example for 10 s; 1 request waits for its token, at most 30 s",
  ]);
});

it("counts each attempt in the minute of the deployment, and says once that the run waits", async () => {
  const clock = fakeClock();
  const said: string[] = [];
  const { client, asked } = fakeClient(failure("server_error"), answer("B"));
  const { ask } = setUp(client, {
    clock,
    minute: minuteBudget(wholeMinute({ requests: 1 }), clock),
    onLongWait: (message) => said.push(message),
  });
  const asking = Promise.all(["first", "second"].map((prompt) => ask(question(prompt), { signal })));
  await clock.advance(100_000);
  expect(asked).toHaveLength(2);
  await clock.advance(100_000);
  await asking;
  expect(said).toEqual([
    "stub/stub-1 has got as much as its limits a minute allow; the run waits up to 62 s and goes on then",
  ]);
});

it("counts a request that waits for the budget in the minute in which it is sent", async () => {
  const clock = fakeClock();
  const sentMs: number[] = [];
  const { client } = fakeClient(answer("B"));
  const watched: ModelClient = {
    ...client,
    ask: (request, options) => {
      sentMs.push(clock.monotonicMs());
      return client.ask(request, options);
    },
  };
  const budget = createBudget();
  const { ask } = setUp(watched, {
    clock,
    budget: { ...budget, reserve: (microUsd) => clock.sleep(50_000).then(() => budget.reserve(microUsd)) },
    minute: minuteBudget(wholeMinute({ requests: 1 }), clock),
  });
  const first = ask(question("first"), { signal });
  await clock.advance(50_000);
  const second = ask(question("second"), { signal });
  await clock.advance(200_000);
  await Promise.all([first, second]);
  expect(sentMs).toEqual([50_000, 112_000]);
});

describe("an answer", () => {
  it("is stored before it is returned, with the time of its exchange and cached: false", async () => {
    const { client } = fakeClient(answer("B"));
    const { ask, store } = setUp(client);
    const outcome = await ask(question("q"), { signal });
    expect(outcome).toMatchObject({
      kind: "answer",
      fromCache: false,
      result: { cached: false, request_time: 0, request_datetime: 1_700_000_000 },
    });
    expect(await keysIn(store)).toEqual([`cache/public/${outcome.requestKey}`]);
  });

  it("is paid once: a second request returns the stored answer unchanged", async () => {
    const { client, asked } = fakeClient(answer("B"));
    const { ask } = setUp(client);
    const first = await ask(question("q"), { signal });
    const second = await ask(question("q"), { signal });
    expect(asked).toEqual(["q"]);
    expect(second).toEqual({ ...first, fromCache: true });
  });

  it("is shared by equal concurrent requests", async () => {
    const { client, asked } = fakeClient(answer("B"));
    const { ask } = setUp(client);
    await Promise.all([1, 2, 3].map(() => ask(question("q"), { signal })));
    expect(asked).toEqual(["q"]);
  });

  it("is not shared between trials or attempts", async () => {
    const { client, asked } = fakeClient(answer("B"));
    const { ask } = setUp(client);
    await ask(question("q"), { signal });
    await ask(question("q"), { trial: 1, signal });
    await ask(question("q"), { attempt: 1, signal });
    expect(asked).toEqual(["q", "q", "q"]);
  });

  it("is replaced by the answer that another writer stored first", async () => {
    const { client } = fakeClient(answer("mine"));
    const store = memoryStore();
    let isFirst = true;
    const raced: ObjectStore = {
      ...store,
      async get(key) {
        if (isFirst) {
          isFirst = false;
          await store.put(key, storedAnswer("winner"), { ifAbsent: true });
          return undefined;
        }
        return store.get(key);
      },
    };
    const { ask } = setUp(client, { store: raced });
    expect(await ask(question("q"), { signal })).toMatchObject({ result: { completions: [{ text: "winner" }] } });
  });

  it("is read back after a put without a reply", async () => {
    const { client, asked } = fakeClient(answer("B"));
    const store = memoryStore();
    const lossy: ObjectStore = {
      ...store,
      async put(key, body, condition) {
        await store.put(key, body, condition);
        throw new Error("reply lost");
      },
    };
    const { ask } = setUp(client, { store: lossy });
    expect(await ask(question("q"), { signal })).toMatchObject({ result: { completions: [{ text: "B" }] } });
    expect(asked).toHaveLength(1);
  });
});

const storedAnswer = (text: string) => {
  const reply = answer(text);
  return JSON.stringify({ formatVersion: 1, deployment: "stub/stub-1", ...reply });
};

describe("a failure", () => {
  it("is retried with doubling waits, and becomes an outcome that is not cached", async () => {
    const { client, asked } = fakeClient(failure("timeout"));
    const { ask, slept, store } = setUp(client);
    expect(await ask(question("q"), { signal })).toMatchObject({ kind: "failure", attempts: 5 });
    expect(asked).toHaveLength(5);
    expect(slept).toEqual([500, 1000, 2000, 4000]);
    expect(await keysIn(store)).toEqual([]);
  });

  it("is retried after the time in Retry-After", async () => {
    const { client } = fakeClient(failure("rate_limited", { retryAfterMs: 7000 }), answer("B"));
    const { ask, slept } = setUp(client);
    expect(await ask(question("q"), { signal })).toMatchObject({ kind: "answer" });
    expect(slept[0]).toBe(7000);
  });

  it("whose Retry-After is minutes is retried then, and each wait is announced", async () => {
    const wait = failure("rate_limited", { retryAfterMs: 600_000 });
    const said: string[] = [];
    const { client } = fakeClient(wait, wait, answer("B"));
    const { ask, slept } = setUp(client, { onLongWait: (message) => said.push(message) });
    expect(await ask(question("q"), { signal })).toMatchObject({ kind: "answer" });
    expect([slept[0], said]).toEqual([
      600_000,
      [
        "stub/stub-1 asks to wait 10 minutes; the run waits and goes on then",
        "stub/stub-1 asks to wait 10 minutes; the run waits and goes on then",
      ],
    ]);
  });

  it("with a short Retry-After is retried without a word", async () => {
    const said: string[] = [];
    const { client } = fakeClient(failure("rate_limited", { retryAfterMs: 7000 }), answer("B"));
    await setUp(client, { onLongWait: (message) => said.push(message) }).ask(question("q"), { signal });
    expect(said).toEqual([]);
  });

  it("again and again says why no answer comes and when the run asks again, and nothing while other requests are answered", async () => {
    const said: string[] = [];
    const limited = failure("rate_limited");
    const { client } = fakeClient(limited, limited, limited, limited, answer("B"), limited, answer("B"));
    const { ask, slept } = setUp(client, { onLongWait: (message) => said.push(message) });
    for (const prompt of ["a", "b"]) expect(await ask(question(prompt), { signal })).toMatchObject({ kind: "answer" });
    expect([slept, said]).toEqual([
      [2500, 5000, 10_000, 20_000, 2500],
      [
        "no answer from stub/stub-1 for 8 s: as reported; the run waits 10 s and asks again",
        "no answer from stub/stub-1 for 18 s: as reported; the run waits 20 s and asks again",
      ],
    ]);
  });

  it("whose Retry-After is 20 s is announced", async () => {
    const said: string[] = [];
    const { client } = fakeClient(failure("rate_limited", { retryAfterMs: 20_000 }), answer("B"));
    await setUp(client, { onLongWait: (message) => said.push(message) }).ask(question("q"), { signal });
    expect(said).toEqual(["stub/stub-1 asks to wait 20 s; the run waits and goes on then"]);
  });

  it("that a retry cannot fix is not retried, and the run continues", async () => {
    const { client, asked } = fakeClient(failure("bad_request"), answer("B"));
    const { ask } = setUp(client);
    expect(await ask(question("long"), { signal })).toMatchObject({ kind: "failure", attempts: 1 });
    expect(await ask(question("q"), { signal })).toMatchObject({ kind: "answer" });
    expect(asked).toEqual(["long", "q"]);
  });
});

describe("the run stops with one sentence", () => {
  it("when the server refuses the key, and sends no further request", async () => {
    const { client, asked } = fakeClient(failure("auth"));
    const { ask } = setUp(client);
    await expect(ask(question("a"), { signal })).rejects.toThrow(
      "stub/stub-1 (http://127.0.0.1:8000/v1/chat/completions) refuses the key: as reported; no key was sent; name the environment variable of the key with --api-key-env",
    );
    await expect(ask(question("b"), { signal })).rejects.toBeInstanceOf(RunStopped);
    expect(asked).toEqual(["a"]);
  });

  it("when the first request gets no answer in three attempts", async () => {
    const { client, asked } = fakeClient(failure("connection"));
    const { ask } = setUp(client);
    await expect(ask(question("a"), { signal })).rejects.toThrow(
      "does not answer: as reported; start it or give another one",
    );
    expect(asked).toHaveLength(3);
  });

  it("but not when one request fails after others were answered", async () => {
    const { client } = fakeClient(answer("B"), failure("connection"));
    const { ask } = setUp(client);
    await ask(question("a"), { signal });
    expect(await ask(question("b"), { signal })).toMatchObject({ kind: "failure", attempts: 5 });
  });

  it("when ten consecutive requests fail, although the server answered before", async () => {
    const { client } = fakeClient(answer("B"), failure("server_error"));
    const { ask } = setUp(client);
    await ask(question("a"), { signal });
    for (let i = 1; i < 10; i++) expect(await ask(question(`${i}`), { signal })).toMatchObject({ kind: "failure" });
    await expect(ask(question("10"), { signal })).rejects.toBeInstanceOf(RunStopped);
  });

  it("when the first three requests get no answer in time", async () => {
    const { client } = fakeClient(failure("timeout"));
    const { ask } = setUp(client);
    for (const text of ["a", "b"]) expect(await ask(question(text), { signal })).toMatchObject({ kind: "failure" });
    await expect(ask(question("c"), { signal })).rejects.toThrow(
      "does not answer: as reported; start it, give it more time with --timeout, or give another one with --endpoint",
    );
  });

  it("when the first three requests get no answer in time, of which only the first is sent again", async () => {
    const { client, asked } = fakeClient(failure("timeout"));
    const { ask } = setUp(client);
    for (const text of ["a", "b"]) await ask(question(text), { signal });
    await expect(ask(question("c"), { signal })).rejects.toThrow("does not answer");
    expect(asked).toEqual(["a", "a", "a", "a", "a", "b", "c"]);
  });

  it("without another attempt of a request that failed meanwhile", async () => {
    const { client, asked } = fakeClient(failure("auth"));
    let refused: Promise<unknown> | undefined;
    const slow: ModelClient = {
      ...client,
      async ask(request, options) {
        if (request.prompt !== "slow") return client.ask(request, options);
        asked.push("slow");
        await refused?.catch(() => undefined);
        return failure("server_error");
      },
    };
    const { ask } = setUp(slow);
    const waiting = ask(question("slow"), { signal });
    refused = ask(question("a"), { signal });
    await expect(refused).rejects.toThrow("refuses the key");
    await expect(waiting).rejects.toThrow("refuses the key");
    expect(asked).toEqual(["slow", "a"]);
  });

  it("when the server asks to wait an hour, and waits no time", async () => {
    const { client, asked } = fakeClient(answer("B"), failure("rate_limited", { retryAfterMs: 3_600_000 }));
    const { ask, slept } = setUp(client);
    await ask(question("a"), { signal });
    await expect(ask(question("b"), { signal })).rejects.toThrow(
      "stub/stub-1 (http://127.0.0.1:8000/v1/chat/completions) asks to wait 60 minutes before the next request: as reported; medhelm does not wait so long; run the same command again later; all answers are kept",
    );
    expect([asked, slept]).toEqual([["a", "b"], []]);
  });

  it.each([
    ["3 hours", 3],
    ["3 days", 72],
    ["76 years", 24 * 365 * 76],
  ])("when the server asks to wait %s, which the message says", async (text, hours) => {
    const { client } = fakeClient(failure("rate_limited", { retryAfterMs: hours * 3_600_000 }));
    await expect(setUp(client).ask(question("a"), { signal })).rejects.toThrow(`asks to wait ${text} before`);
  });

  it("for the next request at once, although the limiter waits as long as the server asks", async () => {
    const { client } = fakeClient(failure("rate_limited", { retryAfterMs: 3_600_000 }));
    const clock = fakeClock();
    const { ask } = setUp(client, { clock, limiter: createLimiter({ concurrency: 4, clock }) });
    await expect(ask(question("a"), { signal })).rejects.toThrow("asks to wait 60 minutes");
    await expect(ask(question("b"), { signal })).rejects.toThrow("asks to wait 60 minutes");
  });

  it("when the budget is used up, although stored answers are still returned", async () => {
    const { client } = fakeClient(answer("B"));
    const { ask } = setUp(client, { budget: createBudget({ maxRequests: 1 }) });
    await ask(question("a"), { signal });
    await expect(ask(question("b"), { signal })).rejects.toThrow(
      "the budget is used up after 1 request and $0.0000 (at most 1 request): raise it and run the same command again; all answers are kept",
    );
    expect(await ask(question("a"), { signal })).toMatchObject({ fromCache: true });
  });
});

it("the guard precedes the cache: a refused deployment returns no stored answer", async () => {
  const { client, asked } = fakeClient(answer("B"));
  const { ask } = setUp(client, { guard: refuse });
  await expect(ask(question("a"), { signal })).rejects.toThrow("refused");
  expect(asked).toEqual([]);
});

it("an abort rejects with its reason and stores nothing", async () => {
  const controller = new AbortController();
  const { client } = fakeClient(answer("B"));
  const { ask, store } = setUp(client);
  controller.abort(new Error("SIGTERM"));
  await expect(ask(question("a"), { signal: controller.signal })).rejects.toThrow("SIGTERM");
  expect(await keysIn(store)).toEqual([]);
});
