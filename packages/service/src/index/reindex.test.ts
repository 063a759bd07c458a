import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { runLedgerEntryName, type RunLedgerEntry } from "@medhelm/core/money/ledger-entry";
import { indexKeys } from "@medhelm/core/store/index-keys";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import type { Index, IndexKey, ObjectStore } from "@medhelm/core/ports";
import { collect } from "@medhelm/core/run/collect";
import { StoredSubmission } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { type Fixture, fixture, QUOTA } from "@medhelm/testing/fixtures/api";
import { indexContents } from "@medhelm/testing/fixtures/index-contents";
import { putJudged } from "@medhelm/testing/fixtures/judged";
import { keysIn } from "@medhelm/testing/stores/keys-in";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { pauseAt, pausedIndex, pausedStore } from "@medhelm/testing/stores/paused-store";
import { expect, test } from "vitest";
import { z } from "zod";
import { markStarted } from "../submissions/submission-run-state.ts";
import { sweep } from "../sweep/sweep.ts";
import { buildIndex } from "./build-index.ts";
import { markBuilt } from "./built.ts";
import { recordUsage } from "./record-usage.ts";
import { CHUNK, reindex, storedSubmissions } from "./reindex.ts";
import { refreshRelease } from "./releases.ts";
import { missingObjects } from "./remove-lines.ts";
import { recordRunState, resolveWaiting } from "./run-states.ts";
import { runOf, settleDone, settleFailed } from "./settle-run.ts";

const NO_COLUMN = { reason: "no such column", code: "input" } as const;

// A service with history: submissions in every state, suites, releases, charges and quotas.

const conf = { organisations: [], quota: { ...QUOTA, requestsPerMinute: 100_000 } };
const prices = { find: () => ({ client: { kind: "builtin" as const, baseline: "x" } }), gpuClasses: [] };
const apiOf = (more: Parameters<typeof fixture>[0] = {}): Fixture => fixture({ service: conf, prices, ...more });

async function history() {
  const api = apiOf();
  const { objects, index, clock } = api;
  const ports = { objects, index };
  const submit = async (suite: string, as = "ann"): Promise<StoredSubmission> => {
    await clock.advance(1000);
    const entries = ["demo/a", "demo/b", "demo/c"].map((model) => ({ description: `pubmed_qa:model=${model}` }));
    const answer = await api.call("POST", "/v1/submissions", { as, body: { suite, entries, budgetUsd: 5 } });
    const id = answer.headers.get("location")?.split("/").at(-1) ?? "";
    const stored = await getJson(objects, keys.submission(id), StoredSubmission);
    if (stored === undefined) throw new Error(await answer.text());
    for (const { run } of stored.runs) await markStarted(objects, id, run);
    return stored;
  };
  const seal = async ({ request: { suite } }: StoredSubmission, run: string) => {
    await putJson(objects, keys.manifest(suite, run), { contentSha256: `of ${run}` });
    await resolveWaiting(ports, suite, run);
  };
  const charge = async (submission: StoredSubmission, microUsd: number) => {
    const { id, owner, runs } = submission;
    const run = runs[0]?.run ?? "";
    const line = { role: "candidate", deployment: "demo/a", model: "demo/a", requests: 1, unmetered: 0 } as const;
    const lines = [{ ...line, promptTokens: 1, completionTokens: 1, microUsd }];
    const head = { formatVersion: 1, kind: "run", owner, month: "2025-01", submission: id } as const;
    const entry: RunLedgerEntry = { ...head, suite: submission.request.suite, run, lines };
    await putJson(objects, keys.ledgerEntry(owner, "2025-01", runLedgerEntryName(id, run)), entry);
    await recordUsage(index, submission, entry);
  };
  const sweepOnce = () => {
    const [dispatchQueue, aggregateQueue, releaseQueue] = [api.dispatchQueue, api.dispatchQueue, api.releaseQueue];
    const pace = { idleMs: 0, activeMs: 0 };
    return sweep({ ...ports, clock, dispatchQueue, aggregateQueue, releaseQueue, pace, report: rethrow });
  };

  const sealed = await submit("sealed");
  for (const { run } of sealed.runs) {
    await putJudged(objects, "sealed", run);
    await settleDone(ports, runOf(sealed, run), 1);
    await seal(sealed, run);
  }
  await charge(sealed, 1_500_000);
  const failed = await submit("failed", "bob");
  for (const { run } of failed.runs) await settleFailed(ports, runOf(failed, run), NO_COLUMN, 1);
  const cancelled = await submit("cancelled");
  await settleFailed(ports, runOf(cancelled, cancelled.runs[0]?.run ?? ""), NO_COLUMN, 1);
  await api.call("POST", `/v1/submissions/${cancelled.id}/cancel`);
  await sweepOnce();
  const open = await submit("open");
  const [running, judged] = open.runs.map(({ run }) => run);
  const progress = { formatVersion: 1, state: "running", done: 3, total: 9 };
  await putJson(objects, keys.progress("open", running ?? ""), progress);
  await recordRunState(index, runOf(open, running ?? ""), { state: { state: "running", done: 3, total: 9 } }, 1);
  await putJudged(objects, "open", judged ?? "", 4);
  await settleDone(ports, runOf(open, judged ?? ""), 1);
  const stopped = await submit("stopped", "bob");
  await api.call("POST", `/v1/submissions/${stopped.id}/cancel`, { as: "bob" });
  await api.call("PUT", "/v1/suites/sealed", { body: { visibility: "public" } });
  for (const name of ["draft", "shown", "broken"]) {
    const body = { name, suites: ["sealed"], publish: name === "shown" };
    await api.call("POST", "/v1/releases", { body });
  }
  await putJson(objects, keys.sitePublished("shown"), {});
  await putJson(objects, keys.releaseFailed("broken"), { formatVersion: 1, reason: "No run is public." });
  for (const name of ["shown", "broken"]) await refreshRelease(ports, name);
  for (const owner of ["ann", "bob"])
    await api.call("POST", "/v1/keys", { as: "root", body: { owner, name: `CI of ${owner}`, scopes: ["submit"] } });
  await markBuilt(index); // the API answers from sums, and from the keys of each owner
  const ids = [sealed, failed, cancelled, open, stopped].map(({ id }) => id);
  return { api, ids, open, judged: judged ?? "", seal, charge };
}

function rethrow(error: unknown): never {
  throw error;
}

/** The answers of the API to every owner. */
async function answers(api: Fixture, ids: readonly string[]) {
  const paths = [
    "/v1/submissions?limit=3",
    "/v1/submissions?limit=100",
    "/v1/submissions?state=failed",
    "/v1/suites",
    "/v1/releases",
    "/v1/keys",
    "/v1/usage",
    "/v1/usage?format=csv",
    ...ids.map((id) => `/v1/submissions/${id}`),
    ...ids.map((id) => `/v1/usage?submission=${id}`),
    ...["draft", "shown", "broken"].map((name) => `/v1/releases/${name}`),
    ...["sealed", "open"].flatMap((suite) => [
      `/v1/suites/${suite}`,
      `/v1/suites/${suite}/runs/${encodeURIComponent("pubmed_qa:model=demo_a")}`,
    ]),
  ];
  const found: Record<string, string> = {};
  for (const as of ["ann", "bob", "root"])
    for (const path of paths) {
      const answer = await api.call("GET", path, { as });
      found[`${as} ${path}`] = `${answer.status} ${await answer.text()}`;
    }
  return found;
}

const rebuilt = async ({ api: { objects, clock } }: { readonly api: Fixture }, index = sqliteIndex(":memory:")) => {
  const report = await buildIndex({ objects, index, clock });
  return { api: apiOf({ objects, index, clock }), report };
};

test("without its index the service rebuilds it from the objects, and gives the same answers", async () => {
  const service = await history();
  const before = await answers(service.api, service.ids);
  const { api, report } = await rebuilt(service);
  expect(report).toEqual({ suites: 5, releases: 3, keys: 2, charges: 1, submissions: 5, damaged: [] });
  expect(await answers(api, service.ids)).toEqual(before);
  expect(Object.values(before).join("\n")).toMatch(/"sealed":3[^]*"failed":3[^]*"cancelled":2/);
});

test("a new index has today's runs and the month's dollars, so quotas hold", async () => {
  const { api } = await rebuilt(await history());
  const entries = Array.from({ length: 992 }, (_, i) => ({ description: `pubmed_qa:model=demo/m${i}` }));
  const refused = await api.call("POST", "/v1/submissions", { body: { suite: "more", entries, budgetUsd: 1 } });
  expect(await refused.json()).toMatchObject({
    detail: "9 of today's 1000 runs are taken, and this submission has 992; the day ends at 00:00 UTC.",
  });
  const usage = await api.call("GET", "/v1/usage");
  expect(await usage.json()).toMatchObject({ quota: { leftUsd: 93.5 } });
});

test("rebuilding a complete index changes no answer", async () => {
  const service = await history();
  const before = await answers(service.api, service.ids);
  await reindex(service.api);
  expect(await answers(service.api, service.ids)).toEqual(before);
});

test("a run that waits for its seal when the index is rebuilt is sealed by the aggregator", async () => {
  const service = await history();
  const { api } = await rebuilt(service);
  await putJson(api.objects, keys.manifest("open", service.judged), { contentSha256: "late" });
  await resolveWaiting(api, "open", service.judged);
  const shown = await api.call("GET", `/v1/submissions/${service.open.id}`);
  expect(await shown.json()).toMatchObject({ counts: { running: 1, sealed: 1, queued: 1 } });
});

test("after an interruption at any operation a second call completes the index", async () => {
  const service = await history();
  const before = await answers(service.api, service.ids);
  const { objects, clock } = service.api;
  let n = 0;
  for (let isReached = true; isReached; ) {
    n += 7;
    isReached = false;
    const index = sqliteIndex(":memory:");
    const turn = pauseAt(n, async () => {
      isReached = true;
      throw new Error("killed");
    });
    const dying: { objects: ObjectStore; index: Index } = {
      objects: pausedStore(objects, turn),
      index: pausedIndex(index, turn),
    };
    await reindex({ ...dying, clock }).catch(() => undefined);
    const { api } = await rebuilt(service, index);
    expect({ n, ...(await answers(api, service.ids)) }).toEqual({ n, ...before });
  }
  expect(n).toBeGreaterThan(100);
});

test("a worker and the sweep may write while the index is rebuilt", async () => {
  const service = await history();
  const { objects, clock } = service.api;
  const first = service.open.runs[0]?.run ?? "";
  const eight = { state: "running", done: 8, total: 9 } as const;
  const three = { ...eight, done: 3 };
  let n = 0;
  for (let isReached = true; isReached; ) {
    n += 5;
    isReached = false;
    await putJson(objects, keys.progress("open", first), { formatVersion: 1, ...three });
    const index = sqliteIndex(":memory:");
    const turn = pauseAt(n, async () => {
      isReached = true;
      await putJson(objects, keys.progress("open", first), { formatVersion: 1, ...eight });
      await recordRunState(index, runOf(service.open, first), { state: eight }, 2);
    });
    await reindex({ objects: pausedStore(objects, turn), index: pausedIndex(index, turn), clock });
    const api = apiOf({ objects, index, clock });
    const shown = await api.call("GET", `/v1/submissions/${service.open.id}`);
    const status = isReached ? eight : three;
    expect([n, await shown.json()]).toMatchObject([n, { runs: [{ status }, {}, {}] }]);
  }
});

test("a damaged object is reported and left out, and everything else is in the index", async () => {
  const service = await history();
  const [sealed = "", ...others] = service.ids;
  await service.api.objects.put(keys.submission(sealed), "{");
  const { api, report } = await rebuilt(service);
  expect(report.damaged).toMatchObject([{ key: keys.submission(sealed) }]);
  const list = await api.call("GET", "/v1/submissions", { as: "root" });
  expect(await list.json()).toMatchObject({ submissions: others.toReversed().map((id) => ({ id })) });
});

test("an object with the request of another submission is reported", async () => {
  const service = await history();
  const [id = "", other = ""] = service.ids;
  const key = keys.submission(id);
  await putJson(service.api.objects, key, await getJson(service.api.objects, keys.submission(other), StoredSubmission));
  const { report } = await rebuilt(service);
  const reason = `${key}: it is the request of another submission; restore it from a copy`;
  expect(report.damaged).toEqual([{ key, reason }]);
});

test("a submission of no date is reported", async () => {
  const service = await history();
  const [id = ""] = service.ids;
  const key = keys.submission(id);
  const stored = await getJson(service.api.objects, key, StoredSubmission);
  await putJson(service.api.objects, key, { ...stored, createdAt: "2025-01-0x" });
  const { report } = await rebuilt(service);
  const reason = `${key}: createdAt: must be a date or a time; restore it from a copy`;
  expect(report.damaged).toEqual([{ key, reason }]);
});

test.each([
  ["owner", "bob", "it is the record of another charge"],
  ["submission", "another", "it is the record of another charge"],
  ["suite", "x".repeat(200_000), "the index cannot hold a field of it"],
])("a charge with another %s is reported and left out", async (field, value, why) => {
  const service = await history();
  const key = (await keysIn(service.api.objects, "owners/")).find((one) => one.includes("/ledger/")) ?? "";
  const entry = await getJson(service.api.objects, key, z.record(z.string(), z.json()));
  await service.api.objects.put(key, JSON.stringify({ ...entry, [field]: value }));
  const { report } = await rebuilt(service);
  expect(report.damaged).toEqual([{ key, reason: `${key}: ${why}; restore it from a copy` }]);
});

test("the ids of submissions are listed once each, newest first, however many files they have", async () => {
  const { api } = await history();
  const submissionIds = async () => {
    const found: string[] = [];
    for await (const { name } of storedSubmissions(api.objects)) found.push(name);
    return found;
  };
  const ids = await submissionIds();
  for (let i = 0; i < 1200; i++) await markStarted(api.objects, ids[1] ?? "", `run ${i}`);
  await putJson(api.objects, "submissions/.open/mark.json", {});
  expect(await submissionIds()).toEqual(ids);
  expect(ids).toHaveLength(5);
});

test("a reindex that stops between two chunks loses no suite, although a listing has another order", async () => {
  const { objects, index } = apiOf();
  const names = [...Array.from({ length: CHUNK - 1 }, (_, n) => `a${n}`), "b-x", "b"];
  for (const name of names)
    await putJson(objects, keys.suite(name), { formatVersion: 1, owner: "ann", visibility: "private" });
  let isStopped = false;
  const stopping: Index = {
    ...index,
    async write(writes) {
      const result = await index.write(writes);
      if (writes[0].partition !== indexKeys.reindexPosition().partition || isStopped) return result;
      isStopped = true;
      throw new Error("killed");
    },
  };
  const clock = { nowMs: () => 0 };
  await expect(reindex({ objects, index: stopping, clock })).rejects.toThrow("killed");
  await reindex({ objects, index, clock });
  expect(await index.get(indexKeys.allSuite("b"))).toBeDefined();
});

test("lines of the index whose objects were deleted are named, and disappear, with the records that belong to them", async () => {
  const { api, open } = await history();
  for (const key of [keys.submission(open.id), keys.suite("open"), keys.releaseRequest("draft")])
    await api.objects.delete(key);
  const missing = await collect(missingObjects(api));
  expect(missing).toEqual([keys.suite("open"), keys.releaseRequest("draft"), keys.submission(open.id)]);
  await reindex(api);
  expect(await collect(missingObjects(api))).toEqual([]);
  const { [`owner/ann/dollars/2025-01 reservation/${open.id}`]: kept, ...left } = await indexContents(api);
  const ofGone = new RegExp(`suites open|releases.* draft|submissions? .*${open.id}|suite/open`);
  expect(Object.keys(left).filter((name) => ofGone.test(name))).toEqual([]);
  expect(kept).toMatchObject({ microUsd: 5_000_000 });
});

test("the deleted end of a published site is named, and after a reindex the release is open again", async () => {
  const { api } = await history();
  await api.objects.delete(keys.sitePublished("shown"));
  expect(await collect(missingObjects(api))).toEqual([keys.sitePublished("shown")]);
  await reindex(api);
  expect(await collect(missingObjects(api))).toEqual([]);
  expect(await api.index.get(indexKeys.openRelease("shown"))).toBeDefined();
});

test("the sweep drops an open submission whose object was deleted, and reports it once", async () => {
  const { api, open } = await history();
  await api.objects.delete(keys.submission(open.id));
  const reported: unknown[] = [];
  const queues = {
    dispatchQueue: api.dispatchQueue,
    aggregateQueue: api.dispatchQueue,
    releaseQueue: api.releaseQueue,
  };
  for (let i = 0; i < 2; i++) {
    await api.clock.advance(60_000);
    const report = (error: unknown) => void reported.push(error);
    await sweep({ ...api, ...queues, pace: { idleMs: 0, activeMs: 0 }, report });
  }
  const list = await api.call("GET", "/v1/submissions");
  expect(await list.text()).not.toContain(open.id);
  // a sentence without a stack
  expect(reported).toEqual([
    new UserError(
      `${keys.submission(open.id)}: the file was deleted, so the sweep has taken the submission off the lists; restore it from a copy and call medhelm reindex`,
    ),
  ]);
});

test("an empty store, which is probably a wrong one, removes no line", async () => {
  const { api, ids } = await history();
  await reindex({ ...api, objects: memoryStore() });
  const list = await api.call("GET", "/v1/submissions?limit=100", { as: "root" });
  expect(Object(await list.json()).submissions).toHaveLength(ids.length);
});

/** The items that follow from the objects, without the accounts' amounts. Of some items only the key has a meaning. */
async function rebuiltKeys(index: Index, contents: Readonly<Record<string, unknown>>): Promise<IndexKey[]> {
  const found: IndexKey[] = [];
  for (const partition of new Set(Object.keys(contents).map((name) => name.slice(0, name.lastIndexOf(" ")))))
    for (const { sort, value } of (await index.query(partition, { limit: 10_000 })).items)
      if (Object.keys(Object(value)).length > 0) found.push({ partition, sort });
  return found.filter(({ partition }) => !/^(?:owner\/[^/]+\/(?:dollars|quota)|open$)/.test(partition));
}

test("with any item of the index damaged no list fails, each names the item or is whole, and reindex makes the item again", async () => {
  const { api, ids } = await history();
  const { index } = api;
  const before = await answers(api, ids);
  const contents = await indexContents(api);
  const named = new Set<string>();
  for (const key of await rebuiltKeys(index, contents)) {
    await index.write([{ kind: "put", ...key, value: null }]);
    const after = await answers(api, ids);
    for (const [path, answer] of Object.entries(after)) {
      if (!/\/v1\/(?:submissions|suites|releases|keys)(?:\?|$)/.test(path)) continue;
      expect({ key, path, answer }).toMatchObject({ answer: expect.stringMatching(/^200 /) });
      if (answer.includes("medhelm reindex")) named.add(key.partition.replace(/\/.*/, ""));
    }
    await reindex(api);
    expect({ key, ...(await answers(api, ids)) }).toEqual({ key, ...before });
    expect({ key, ...(await indexContents(api)) }).toEqual({ key, ...contents });
  }
  expect(named).toEqual(new Set(["submissions", "suites", "releases", "owner", "submission"]));
});
