import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { fixture, QUOTA, RUN } from "@medhelm/testing/fixtures/api";
import { countedIndex } from "@medhelm/testing/stores/counted-index";
import type { LedgerEntry } from "@medhelm/core/money/ledger-entry";
import { indexKeys } from "@medhelm/core/store/index-keys";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import type { StoredSubmission } from "@medhelm/core/submission";
import { expect, test } from "vitest";
import { countedStore, noRequests, totalOf } from "../../../../bench/scale/counted-store.ts";
import { refreshRelease } from "../index/releases.ts";
import { createSubmission, endSubmission, readSubmissionRecord } from "../index/submission-record.ts";
import { refreshSuite } from "../index/suites.ts";
import { newestFirstId } from "./submissions/submit.ts";

// Limits the requests of one API call: a gateway waits 29 s, and every request costs money (docs/operate.md, "Cost and scale").

const RUNS = Array.from({ length: 1480 }, (_, i) => ({
  run: `r${i}:model=m_${i % 40}`,
  description: `r${i}:model=m/${i % 40}`,
  benchmark: `r${i}`,
  model: `m/${i % 40}`,
  modelDeployment: `m/${i % 40}`,
}));
const PRICES = { find: () => ({ client: { kind: "builtin" as const, baseline: "x" } }), gpuClasses: [] };

function api(runs = RUNS, repliesWhole = false) {
  const clock = fakeClock();
  const store = countedStore(clock, noRequests()); // without latency
  const index = countedIndex(sqliteIndex(":memory:", { clock }));
  const service = { organisations: [], quota: { ...QUOTA, runsPerDay: 1_000_000, usdPerMonth: 1_000_000 } };
  const ports = { clock, objects: store, index, service, prices: PRICES, repliesWhole };
  const calls = fixture({ ...ports, expand: async () => runs });
  const asked = () => {
    const { get, getAll, query, write } = index.requests;
    return { objects: totalOf(store.requests), reads: get + getAll, queries: query, writes: write };
  };
  /** the answer, and the requests that it needed */
  const call = async (...[method, path, options]: Parameters<typeof calls.call>) => {
    const before = asked();
    const answer = await calls.call(method, path, options);
    const body: unknown = JSON.parse((await answer.text()).replace(/^retry.*/s, "{}"));
    const after = asked();
    const requests = {
      objects: after.objects - before.objects,
      reads: after.reads - before.reads,
      queries: after.queries - before.queries,
      writes: after.writes - before.writes,
    };
    return { status: answer.status, body: Object(body), requests };
  };
  const submit = async (suite: string, as = "ann") =>
    call("POST", "/v1/submissions", { as, body: { suite, budgetUsd: 1, entries: [{ description: "x" }] } });
  return { ...calls, clock, store, index, call, submit };
}

type Api = ReturnType<typeof api>;

/** Adds ended submissions, each with a suite, a published release and a ledger entry, as years of use leave them. */
async function addHistory({ store, index }: Api, count: number): Promise<void> {
  const createdAt = "2024-12-31T00:00:00.000Z";
  for (let i = 0; i < count; i++) {
    const owner = i % 2 === 0 ? "ann" : "bob";
    const id = newestFirstId(Date.parse(createdAt) - i * 1000, "0".repeat(12));
    const suite = `old-${String(i).padStart(5, "0")}`;
    const entries = [{ description: "pubmed_qa:model=demo/first" }];
    const submission: StoredSubmission = {
      formatVersion: 1,
      id,
      owner,
      createdAt,
      request: { entries, suite },
      runs: [],
    };
    await createSubmission(index, submission, 0);
    const found = await readSubmissionRecord(index, id);
    if (found !== undefined) await endSubmission(index, found, { state: "sealed", counts: {}, at: createdAt });
    await putJson(store, keys.suite(suite), { formatVersion: 1, owner, visibility: "private" });
    await refreshSuite({ objects: store, index }, suite);
    const request = { name: suite, suites: [suite], profile: "corrected", publish: true };
    await putJson(store, keys.releaseRequest(suite), { formatVersion: 1, owner, createdAt, request });
    await refreshRelease({ objects: store, index }, suite);
    const head = { formatVersion: 1, kind: "run", owner, month: "2025-01", submission: id, suite } as const;
    const entry: LedgerEntry = { ...head, run: RUN, lines: [] };
    await index.write([{ kind: "put", ...indexKeys.usageEntry(owner, "2025-01", `${id}-x`), value: entry }]);
  }
}

const listed = ({ requests: { objects, reads, queries, writes } }: Awaited<ReturnType<Api["call"]>>) =>
  `objects ${objects}, reads ${reads}, queries ${queries}, writes ${writes}`;

test.each([40, 3000])("the requests of each route do not depend on the history: %i submissions", async (count) => {
  const calls = api(RUNS.slice(0, 2), true);
  await addHistory(calls, count);
  const submitted = await calls.submit("my");
  const run = encodeURIComponent(RUNS[1]?.run ?? "");
  const release = { name: "my", suites: ["my"], publish: true };
  const requests = async (...of: Parameters<Api["call"]>) => listed(await calls.call(...of));
  const path = `/v1/submissions/${submitted.body.id}`;
  expect({
    submit: listed(submitted),
    submissions: await requests("GET", "/v1/submissions"),
    filtered: await requests("GET", "/v1/submissions?suite=old-00000&limit=1"),
    all: await requests("GET", "/v1/submissions", { as: "root" }),
    submission: await requests("GET", path),
    events: await requests("GET", `${path}/events`),
    run: await requests("GET", `/v1/runs/my/${run}`),
    suites: await requests("GET", "/v1/suites"),
    allSuites: await requests("GET", "/v1/suites", { as: "root" }),
    release: await requests("POST", "/v1/releases", { body: release }),
    releases: await requests("GET", "/v1/releases"),
    allReleases: await requests("GET", "/v1/releases", { as: "root" }),
    usage: await requests("GET", "/v1/usage"),
    cancel: await requests("POST", `${path}/cancel`),
  }).toEqual({
    submit: "objects 7, reads 3, queries 0, writes 8", // to a new suite
    submissions: "objects 0, reads 0, queries 2, writes 0",
    filtered: "objects 0, reads 1, queries 1, writes 0",
    all: "objects 0, reads 0, queries 2, writes 0",
    submission: "objects 1, reads 0, queries 1, writes 0",
    events: "objects 1, reads 0, queries 1, writes 0",
    run: "objects 2, reads 1, queries 1, writes 0",
    suites: "objects 0, reads 0, queries 1, writes 0",
    allSuites: "objects 0, reads 0, queries 1, writes 0",
    release: "objects 10, reads 1, queries 0, writes 2",
    releases: "objects 0, reads 0, queries 2, writes 0",
    allReleases: "objects 0, reads 0, queries 1, writes 0",
    usage: "objects 0, reads 2, queries 1, writes 0",
    cancel: "objects 3, reads 1, queries 1, writes 1",
  });
});

test("a submission of 1,480 runs needs a dozen store requests, and the answer lists all runs as queued", async () => {
  const { submit } = api();
  const { status, body, requests } = await submit("my");
  expect(status).toBe(202);
  expect(body).toMatchObject({ state: "queued", counts: { queued: 1480 } });
  expect(body.runs).toHaveLength(1480);
  expect(requests.objects).toBeLessThan(15);
});

test("showing 1,480 runs needs its object and one query, in every state of its runs", async () => {
  const { submit, call, reach } = api();
  const { body } = await submit("my");
  const path = `/v1/submissions/${body.id}`;
  const needed = { objects: 1, reads: 0, queries: 1, writes: 0 };
  expect(await call("GET", path)).toMatchObject({ body: { counts: { queued: 1480 } }, requests: needed });
  await reach(body.id, 0, { state: "sealed", contentSha256: "c" });
  await reach(body.id, 1, { state: "running", done: 1, total: 2 });
  const counts = { sealed: 1, running: 1, queued: 1478 };
  expect(await call("GET", path)).toMatchObject({ body: { counts }, requests: needed });
});

test("a page of 20 submissions needs one query, and one more for each that has not ended", async () => {
  const { clock, index, submit, call } = api();
  for (let i = 0; i < 20; i++) {
    const { body } = await submit(`suite-${i}`);
    const found = i < 10 ? undefined : await readSubmissionRecord(index, body.id);
    if (found !== undefined)
      await endSubmission(index, found, { state: "sealed", counts: { sealed: 1480 }, at: "2025-01-01T00:00:00.000Z" });
    await submit(`bob-${i}`, "bob");
    await clock.advance(60_000);
  }
  const { body, requests } = await call("GET", "/v1/submissions");
  expect(body.submissions.map((line: { readonly state: string }) => line.state)).toEqual(
    Array.from({ length: 20 }, (_, i) => (i < 10 ? "sealed" : "queued")),
  );
  expect(requests).toEqual({ objects: 0, reads: 0, queries: 11, writes: 0 });
});
