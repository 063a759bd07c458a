import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { memoryQueue } from "@medhelm/testing/queues/memory-queue";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import type { Index, ObjectStore } from "@medhelm/core/ports";
import type { DispatchMessage, StoredSubmission } from "@medhelm/core/submission";
import { expect, test } from "vitest";
import { messages } from "@medhelm/testing/fixtures/api";
import { dispatchPorts, putPending, submissionOf, testCompute } from "@medhelm/testing/fixtures/dispatch";
import { dispatch } from "../dispatch/dispatch.ts";
import { createSubmission, endSubmission, readSubmissionRecord } from "../index/submission-record.ts";
import { markDone, markFailed, markStarted } from "../submissions/submission-run-state.ts";
import { sweep } from "./sweep.ts";
import type { SweepPorts } from "./sweep-ports.ts";

const NO_COLUMN = { reason: "no such column", code: "input" } as const;

function bench(changes: Partial<SweepPorts> = {}) {
  const clock = fakeClock();
  const memory = memoryStore({ clock });
  const asked: string[] = [];
  const table = sqliteIndex(":memory:");
  const index: Index = {
    get: (key) => (asked.push("index get"), table.get(key)),
    getAll: (all) => (asked.push("index get all"), table.getAll(all)),
    query: (partition, query) => (asked.push("index query"), table.query(partition, query)),
    write: (writes) => (asked.push("index write"), table.write(writes)),
  };
  const objects: ObjectStore = {
    ...memory,
    get: (key) => (asked.push(`get ${key}`), memory.get(key)),
    head: (key) => (asked.push(`head ${key}`), memory.head(key)),
    list: (prefix, options) => (asked.push(`list ${prefix}`), memory.list(prefix, options)),
  };
  const queue = () => memoryQueue({ clock, visibilityMs: 30_000 });
  const [dispatchQueue, aggregateQueue, releaseQueue] = [queue(), queue(), queue()];
  const compute = testCompute();
  const reported: string[] = [];
  const report = (_: unknown, key: string) => void reported.push(key);
  const pace = { idleMs: 0, activeMs: 0 };
  const ports = {
    objects,
    index,
    clock,
    dispatchQueue,
    aggregateQueue,
    releaseQueue,
    compute,
    report,
    pace,
    ...changes,
  };
  return {
    clock,
    memory,
    table,
    send: (deployment: string, role: DispatchMessage["role"] = "candidate") =>
      dispatch(dispatchPorts(memory, compute, clock, table), { submission: "sub", deployment, role }),
    compute,
    dispatchQueue,
    reported,
    async put(submission: StoredSubmission): Promise<void> {
      await putJson(memory, keys.submission(submission.id), submission);
      await createSubmission(table, submission, clock.nowMs());
    },
    /** The report of one sweep, with its reads of the store. */
    async once() {
      asked.length = 0;
      const swept = await sweep(ports);
      return { ...swept, asked: [...asked] };
    },
  };
}

const judged = { modelDeployment: "gpu/a", judges: ["host/judge"] };

test("the sweep sends one message to each awaited judge and no message to the candidate", async () => {
  const { memory, dispatchQueue, put, once } = bench();
  await put(submissionOf({ a: judged, b: judged, c: { ...judged, modelDeployment: "m/two" } }));
  await putPending(memory, "a", "host/judge");
  await putPending(memory, "b", "host/judge");
  await putPending(memory, "c", "m/two"); // a judge's job did not find an answer of the candidate
  expect(await once()).toMatchObject({ submissions: 1, dispatched: 2 });
  expect(await messages(dispatchQueue)).toEqual([
    { submission: "sub", deployment: "host/judge", role: "judge" },
    { submission: "sub", deployment: "m/two", role: "candidate" },
  ]);
});

test("the sweep reads no runs of a running job and sends no message for it", async () => {
  const { send, compute, put, once } = bench();
  await put(submissionOf(Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`run${i}`, judged]))));
  await once();
  await send("gpu/a");
  const quiet = await once();
  expect(quiet).toMatchObject({ submissions: 1, dispatched: 0 });
  expect(quiet.asked).toEqual([
    "index query",
    `get ${keys.submission("sub")}`,
    "index query",
    `get ${keys.submissionSettled("sub")}`,
    `list ${keys.submissionFiles("sub")}`,
    `get ${keys.job("sub", "gpu/a", "candidate")}`,
    "index write",
    "index query",
  ]);
  compute.end("job-1", "failed", "killed by SIGKILL");
  expect(await once()).toMatchObject({ dispatched: 1 }); // the event of its end was lost
});

test("the sweep reads runs that may await a busy judge once an hour, and unstarted runs always", async () => {
  const { send, clock, memory, put, once } = bench();
  const twice = { ...judged, judges: ["host/judge", "host/other"] };
  await put(submissionOf({ a: twice, b: { ...twice, modelDeployment: "m/two" } }));
  await markStarted(memory, "sub", "a");
  await putPending(memory, "a", "host/judge");
  await send("host/judge", "judge");
  await putPending(memory, "a", "host/other"); // the message to this judge was lost
  const dispatched: number[] = [];
  for (let sweeps = 0; sweeps < 24; sweeps++) {
    const swept = await once();
    expect(swept.asked).toContain(`get ${keys.progress("s", "b")}`);
    expect(swept.asked.includes(`get ${keys.progress("s", "a")}`)).toBe(swept.dispatched === 2);
    dispatched.push(swept.dispatched);
    await clock.advance(5 * 60 * 1000);
  }
  const first = dispatched.indexOf(2);
  expect(first).toBeLessThan(12);
  expect(dispatched).toEqual(Array.from({ length: 24 }, (_, i) => (i % 12 === first ? 2 : 1)));
});

test("the sweep describes all jobs of a submission in one call", async () => {
  const calls: number[] = [];
  const compute = testCompute();
  const counted = { describeAll: (ids: readonly string[]) => (calls.push(ids.length), compute.describeAll(ids)) };
  const { memory, put, once } = bench({ compute: counted });
  const deployments = Array.from({ length: 40 }, (_, i) => `m/${i}`);
  await put(submissionOf(Object.fromEntries(deployments.map((name, i) => [`run${i}`, { modelDeployment: name }]))));
  const ports = dispatchPorts(memory, compute);
  for (const deployment of deployments) await dispatch(ports, { submission: "sub", deployment, role: "candidate" });
  expect(await once()).toMatchObject({ dispatched: 0 });
  expect(calls).toEqual([40]);
});

test("the sweep sends no message to a judge whose job runs", async () => {
  const { send, memory, compute, put, once } = bench();
  await put(submissionOf({ a: judged }));
  await putPending(memory, "a", "host/judge");
  await send("host/judge", "judge");
  expect(await once()).toMatchObject({ dispatched: 0 });
  compute.end("job-1", "succeeded");
  expect(await once()).toMatchObject({ dispatched: 1 });
});

test("the sweep does not read a run again after it has recorded the run's end", async () => {
  const { memory, put, once } = bench();
  await put(submissionOf({ sealed: {}, failed: {}, open: {} }));
  await markDone(memory, "sub", "sealed");
  await putJson(memory, keys.manifest("s", "sealed"), { contentSha256: "c" });
  await markFailed(memory, "sub", "failed", NO_COLUMN);
  expect((await once()).asked).toContain(`get ${keys.manifest("s", "sealed")}`);
  const later = await once();
  expect(later.asked.filter((one) => /sealed|failed/.test(one) && !one.includes("settled.json"))).toEqual([]);
  await markFailed(memory, "sub", "open", NO_COLUMN);
  await once();
  expect(await memory.head(keys.submissionDone("sub"))).toBeDefined();
});

test("the sweep reads no keys of completed submissions", async () => {
  const { memory, put, once } = bench();
  for (let i = 0; i < 30; i++) {
    await put({ ...submissionOf({ a: {} }), id: `old${i}` });
    await markFailed(memory, `old${i}`, "a", NO_COLUMN);
  }
  expect(await once()).toMatchObject({ submissions: 30 });
  expect((await once()).asked).toEqual(["index query", "index query"]);
});

test("a sweep with too many submissions takes those first that it has not visited for the longest time", async () => {
  const { clock, memory, put, once, reported } = bench({ maxSubmissions: 2 });
  for (const id of ["a", "b", "c", "d"]) {
    await put({ ...submissionOf({ [`run-${id}`]: {} }), id });
    await clock.advance(1000);
  }
  await memory.put(keys.submission("b"), "{"); // damaged: it does not block the others, and is read again hours later
  const seen: string[] = [];
  for (let i = 0; i < 4; i++) {
    await clock.advance(1000);
    const { asked } = await once();
    seen.push(asked.flatMap((one) => /^get submissions\/([a-d])\/request/.exec(one)?.[1] ?? []).join(""));
  }
  expect(seen).toEqual(["ab", "cd", "ac", "da"]);
  expect(reported).toEqual([keys.submission("b")]);
});

/** The requests of a sweep over 20 open submissions. `ended`: the number of ended ones. */
const requests = async (ended: number) => {
  const { memory, table, put, once } = bench();
  for (let i = 0; i < ended; i++) {
    const id = `old${i}`;
    await put({ ...submissionOf({ a: {} }), id });
    const found = await readSubmissionRecord(table, id);
    if (found !== undefined) await endSubmission(table, found, { state: "failed", counts: { failed: 1 }, at: "" });
    await markFailed(memory, id, "a", NO_COLUMN);
  }
  for (let i = 0; i < 20; i++) await put({ ...submissionOf({ a: {} }), id: `new${i}` });
  const swept = await once();
  expect(swept.submissions).toBe(20);
  return swept.asked.length;
};

test("a sweep over 20 open submissions makes as many requests with 6,000 ended ones as without", async () => {
  expect(await requests(6000)).toBe(await requests(0));
});
