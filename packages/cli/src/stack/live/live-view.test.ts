import { expect, test } from "vitest";
import { liveReleases, liveSubmissions, type ReadApi } from "./live-view.ts";

const sums = { requests: 3, promptTokens: 10, completionTokens: 5, unmetered: 0, gpuSeconds: 0, microUsd: 12_000 };
const line = (run: string, status: unknown) => ({ run, benchmark: "quiz", model: "m/a", status });
const submission = {
  id: "1",
  suite: "night",
  createdAt: "2026-11-23T01:02:03.000Z",
  runCount: 3,
  state: "running",
  counts: { sealed: 1, running: 1, awaiting: 1 },
  runs: [
    line("a", { state: "sealed", contentSha256: "00" }),
    line("b", { state: "running", done: 4, total: 10, failures: { timeout: 1, rate_limited: 2 } }),
    line("c", { state: "awaiting", deployment: "host/judge" }),
  ],
};

/** The API's answers by the beginning of the path. */
const reading = (shown: object, usd = 0.012): ReadApi => {
  const answers = {
    "/v1/submissions?": { submissions: [shown] },
    "/v1/submissions/": shown,
    "/v1/usage": { totals: { ...sums, usd }, submissions: [], deployments: [], models: [] },
  };
  return async (path, schema) =>
    schema.parse(Object.entries(answers).find(([beginning]) => path.startsWith(beginning))?.[1]);
};

test("a submission has its state, its cost so far and its errors by kind, and unfinished runs come first", async () => {
  const [shown] = await liveSubmissions(reading(submission));
  expect(shown).toMatchObject({
    suite: "night",
    state: "runs",
    isOpen: true,
    ended: 1,
    cost: "$0.0120",
    errors: "2 × rate limit, 1 × no answer in time",
  });
  expect(shown?.runs.map(({ run, state, done, total }) => [run, state, done, total])).toEqual([
    ["b", "runs", 4, 10],
    ["c", "waits for host/judge", undefined, undefined],
    ["a", "done", undefined, undefined],
  ]);
});

test("a failed run shows its reason, and answers without a price show tokens", async () => {
  const failed = { ...submission, state: "failed", runs: [line("a", { state: "failed", reason: "no such model" })] };
  const [shown] = await liveSubmissions(reading(failed, 0));
  expect([shown?.isOpen, shown?.runs[0]?.errors, shown?.cost]).toEqual([false, "no such model", "no price, 15 tokens"]);
});

const release = (name: string, createdAt: string, state = "published") => ({ name, createdAt, status: { state } });

test("the finished releases of all pages are listed, the newest first, also those that are not published", async () => {
  const pages: Record<string, object> = {
    "/v1/releases?limit=100": {
      releases: [release("a", "2026-01-01"), release("b", "2026-02-01", "built")],
      nextCursor: "n",
    },
    "/v1/releases?limit=100&cursor=n": { releases: [{ ...release("c", "2026-03-01"), publish: false }] },
  };
  expect(await liveReleases(async (path, schema) => schema.parse(pages[path]))).toEqual(["c", "a"]);
});
