import { indexKeys } from "@medhelm/core/store/index-keys";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { fixture } from "@medhelm/testing/fixtures/api";
import { testCompute } from "@medhelm/testing/fixtures/dispatch";
import { putJudged } from "@medhelm/testing/fixtures/judged";
import { memoryQueue } from "@medhelm/testing/queues/memory-queue";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { z } from "zod";
import { dispatch } from "../dispatch/dispatch.ts";
import { markDone, markFailed, markStarted } from "../submissions/submission-run-state.ts";
import { sweep } from "./sweep.ts";
import { UNREADABLE_MS } from "./sweep-ports.ts";

const NO_COLUMN = { reason: "no such column", code: "input" } as const;

const A = "pubmed_qa:model=demo_a";
const B = "pubmed_qa:model=demo_b";
const FIRST = { deployment: "demo/a", role: "candidate" };
const SECOND = { deployment: "demo/b", role: "candidate" };

/** A submission of two runs, and a sweep that returns what it reads. */
async function bench() {
  const memory = memoryStore();
  const asked: string[] = [];
  const objects: ObjectStore = { ...memory, get: (key) => (asked.push(key), memory.get(key)) };
  const { index, clock, dispatchQueue, releaseQueue, call, submit } = fixture({ objects });
  const id = await submit("my", "demo/a", "demo/b");
  const reported: string[] = [];
  const sent: unknown[] = [];
  const aggregateQueue = memoryQueue({ clock, visibilityMs: 30_000 });
  const report = (error: unknown) => void reported.push(String(error));
  const compute = testCompute();
  const send = async (body: string) => void sent.push(JSON.parse(body));
  const queues = { aggregateQueue, releaseQueue, dispatchQueue: { ...dispatchQueue, send } };
  const ports = { objects, index, clock, ...queues, compute, report };
  return {
    objects: memory,
    id,
    reported,
    compute,
    index,
    clock,
    ports,
    submit,
    /** The messages of a sweep, and the objects that it reads. */
    async swept(afterMs = 0) {
      await clock.advance(afterMs);
      asked.length = 0;
      await sweep(ports);
      return { read: asked.filter((key) => !key.startsWith("suites/")), sent: sent.splice(0) };
    },
    show: async (): Promise<unknown> => (await call("GET", `/v1/submissions/${id}`)).json(),
  };
}
type Bench = Awaited<ReturnType<typeof bench>>;

const newer = (text: string): string => JSON.stringify({ ...Fields.parse(JSON.parse(text)), formatVersion: 99 });
const Fields = z.record(z.string(), z.unknown());

const DAMAGES = [
  ["is cut off", (text: string) => text.slice(0, -1), "not valid JSON"],
  ["is another file", () => "<html>", "not valid JSON"],
  ["has a newer format", newer, "has format 99, and this medhelm reads formats up to"],
] as const;

/** Replaces an object. Returns its bytes as they were and as they are. */
async function damage({ objects }: Bench, key: string, change: (text: string) => string) {
  const before = (await objects.get(key))?.body ?? new Uint8Array();
  const damaged = change(new TextDecoder().decode(before));
  await objects.put(key, damaged);
  return { before, damaged };
}
const textOf = async ({ objects }: Bench, key: string) => new TextDecoder().decode((await objects.get(key))?.body);

/** Stores an object, and returns its key. */
async function stored({ objects }: Bench, key: string, value: object): Promise<string> {
  await putJson(objects, key, { formatVersion: 1, ...value });
  return key;
}

/** A run of another deployment continues in each case. */
const OF_ONE_RUN: Readonly<Record<string, (at: Bench) => Promise<string>>> = {
  async "the record of a settled run"({ objects, id }) {
    await markDone(objects, id, A);
    return keys.submissionHandled(id, A);
  },
  async "the progress of a run"(at) {
    await markStarted(at.objects, at.id, A);
    return stored(at, keys.progress("my", A), { state: "running", done: 1, total: 2 });
  },
  async "the identity of a run"({ objects, id }) {
    await markDone(objects, id, A);
    await putJudged(objects, "my", A);
    return keys.identity("my", A);
  },
  async "the manifest of a run"(at) {
    await markDone(at.objects, at.id, A);
    return stored(at, keys.manifest("my", A), { contentSha256: "c" });
  },
  async "the failure of a run"(at) {
    await markDone(at.objects, at.id, A);
    return stored(at, keys.failed("my", A), { reason: "no such column" });
  },
  async "the assembly of a run"({ objects, id }) {
    await markDone(objects, id, A);
    const keyOf = await putJudged(objects, "my", A);
    await putJson(objects, keyOf("assembly.json"), { formatVersion: 1, coverage: { requests: 1 } });
    return keyOf("assembly.json");
  },
  async "the decision about an attempt"(at) {
    await markDone(at.objects, at.id, A);
    const keyOf = await putJudged(at.objects, "my", A);
    return stored(at, keyOf("decision.json"), { end: "seal", after: 0 });
  },
  async "the lease of a failed run"(at) {
    await markFailed(at.objects, at.id, A, NO_COLUMN, 1);
    const of = { nonce: "n", term: 1, generation: 1, ttlMs: 1, renewals: 0 };
    const holder = { host: "h", pid: 1, startedAt: "" };
    return stored(at, keys.lease("my", A), { ...of, state: "free", holder });
  },
};

/** The others are scratch, which the next worker writes again if it is damaged (delivery.test.ts). */
const NO_SCRATCH = ["the record of a settled run", "the manifest of a run"];

test.for(
  Object.entries(OF_ONE_RUN).flatMap(([what, prepare]) =>
    DAMAGES.filter(([how]) => NO_SCRATCH.includes(what) || how === "has a newer format").map(
      (change) => [what, change[0], prepare, change] as const,
    ),
  ),
)("if %s %s, the owner sees it, the other runs continue, and the sweep looks again hours later", async (one) => {
  const [, , prepare, [, change, why]] = one;
  const at = await bench();
  const key = await prepare(at);
  const { before, damaged } = await damage(at, key, change);

  expect((await at.swept()).sent).toEqual([{ submission: at.id, ...SECOND }]);
  expect(await at.show()).toMatchObject({
    counts: { failed: 1, queued: 1 },
    runs: [{ status: { state: "failed", reason: expect.stringContaining(key) } }, { status: { state: "queued" } }],
  });
  expect(JSON.stringify(await at.show())).toContain(why);

  await markFailed(at.objects, at.id, B, NO_COLUMN);
  await at.swept(300_000);
  expect((await at.swept(300_000)).read).toEqual([]);
  expect(at.reported.filter((error) => error.includes(key))).toHaveLength(1);
  expect(await textOf(at, key)).toBe(damaged);
  expect(await at.objects.head(keys.submissionDone(at.id))).toBeUndefined();

  await at.objects.put(key, before);
  expect((await at.swept(UNREADABLE_MS)).read).toContain(keys.submission(at.id));
  expect(JSON.stringify(await at.show())).not.toContain(key);
});

const OF_SUBMISSION: Readonly<Record<string, (at: Bench) => Promise<string>>> = {
  "the request of a submission": async ({ id }) => keys.submission(id),
  "the record of the ended runs": (at) => stored(at, keys.submissionSettled(at.id), { ended: {} }),
  async "the record of a job"({ objects, index, clock, compute, id }) {
    await dispatch({ objects, index, clock, compute }, { submission: id, deployment: "demo/a", role: "candidate" });
    compute.end("job-1", "failed", "killed by SIGKILL");
    await clock.advance(300_000); // the end of the claim
    return keys.job(id, "demo/a", "candidate");
  },
};

test.for(
  Object.entries(OF_SUBMISSION).flatMap(([what, prepare]) =>
    DAMAGES.map((change) => [what, change[0], prepare, change] as const),
  ),
)("if %s %s, the owner sees it, and the submission continues hours after the repair", async (one) => {
  const [, , prepare, [, change, why]] = one;
  const at = await bench();
  const key = await prepare(at);
  const { before, damaged } = await damage(at, key, change);

  await at.swept();
  expect(JSON.stringify(await at.show())).toContain(key);
  expect(JSON.stringify(await at.show())).toContain(why);
  expect((await at.swept(300_000)).read).toEqual([]);
  await at.swept(UNREADABLE_MS);
  expect(at.reported.filter((error) => error.includes(key))).toHaveLength(1);
  expect(await textOf(at, key)).toBe(damaged);

  await at.objects.put(key, before);
  const sent = [FIRST, SECOND].map((message) => ({ submission: at.id, ...message }));
  expect((await at.swept(UNREADABLE_MS)).sent).toEqual(sent);
  expect(await at.show()).toMatchObject({ state: "queued", counts: { queued: 2 } });
});

test("a submission whose runs have ended ends although the record of its end cannot be read", async () => {
  const { objects, id, swept, show, reported } = await bench();
  for (const run of [A, B]) await markFailed(objects, id, run, NO_COLUMN);
  await objects.put(keys.submissionDone(id), "{");
  await swept();
  expect((await swept(UNREADABLE_MS)).read).toEqual([]);
  expect(reported).toEqual([expect.stringContaining(`${keys.submissionDone(id)}: not valid JSON`)]);
  expect(await show()).toMatchObject({ state: "failed", counts: { failed: 2 } });
});

test("the sweep stops the jobs of a cancelled submission although a run of it cannot be read", async () => {
  const { objects, index, clock, compute, id, swept } = await bench();
  const message = { submission: id, ...SECOND, role: "candidate" } as const;
  await dispatch({ objects, index, clock, compute }, message);
  await objects.put(keys.submissionHandled(id, A), "{");
  await putJson(objects, keys.submissionCancel(id), { formatVersion: 1, cancelledAt: "now" });
  expect((await swept()).sent).toEqual([message]);
  expect((await swept(300_000)).sent).toEqual([message]); // until the job has ended
  compute.end("job-1", "failed", "cancelled: the submission was cancelled");
  await swept(900_000);
  expect((await swept(900_000)).read).toEqual([]);
});

test.each([
  ["has a newer format", { formatVersion: 99 }],
  ["lacks a field", { runs: "two" }],
])(
  "if the index's record of a submission %s, the sweep looks at it again hours later, and its owner sees why",
  async (_, change) => {
    const { index, id, swept, show, reported } = await bench();
    const key = indexKeys.submissionMeta(id);
    const before = Fields.parse((await index.get(key))?.value);
    const put = (value: object) => index.write([{ kind: "put", ...key, value: { ...value } }]);
    await put({ ...before, ...change, later: "kept" });

    expect((await swept()).sent).toEqual([]);
    expect(reported).toEqual([expect.stringContaining(`the item submission/${id} meta of the index: `)]);
    expect((await swept(300_000)).read).toEqual([]);
    expect(reported).toHaveLength(1);
    expect(await show()).toMatchObject({ status: 500, detail: expect.stringContaining("call medhelm reindex") });

    const moved = Fields.parse((await index.get(key))?.value);
    expect(moved).toMatchObject({ ...change, later: "kept" });
    await put({ ...before, dueKey: moved["dueKey"] });
    const sent = [FIRST, SECOND].map((message) => ({ submission: id, ...message }));
    expect((await swept(UNREADABLE_MS)).sent).toEqual(sent);
  },
);

test("a submission whose open item is damaged is swept, because the key names it", async () => {
  const { index, id, swept } = await bench();
  const { items } = await index.query(indexKeys.openWork(), { limit: 10 });
  for (const { partition, sort } of items) await index.write([{ kind: "put", partition, sort, value: null }]);
  expect((await swept(300_000)).sent).toEqual([FIRST, SECOND].map((message) => ({ submission: id, ...message })));
});

test("a damaged record of a submission is named once, and the sweep looks at it again hours later", async () => {
  const { index, id, swept, reported } = await bench();
  await index.write([{ kind: "put", ...indexKeys.submissionMeta(id), value: null }]);
  await swept();
  await swept(300_000);
  expect(reported).toEqual([expect.stringContaining(`the item submission/${id} meta of the index: `)]);
  await swept(UNREADABLE_MS);
  expect(reported).toHaveLength(2);
});

test("records of the index that cannot be read take no place from other submissions", async () => {
  const { index, id, ports, submit } = await bench();
  const key = indexKeys.submissionMeta(id);
  const before = Fields.parse((await index.get(key))?.value);
  await index.write([{ kind: "put", ...key, value: { ...before, formatVersion: 99 } }]);
  await submit("other", "demo/b");
  await sweep({ ...ports, maxSubmissions: 1 });
  expect(await sweep({ ...ports, maxSubmissions: 1 })).toMatchObject({ dispatched: 1 });
});
