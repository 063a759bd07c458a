import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { Assembly } from "@medhelm/core/run/assembly";
import { acquireLease } from "@medhelm/core/jobs/lease";
import type { RunPlan } from "@medhelm/core/run/spec/expand";
import type { StoredSubmission } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { expect, test } from "vitest";
import { submissionRunState } from "@medhelm/testing/fixtures/run-state";
import {
  type Counted,
  judgedBy,
  plan,
  SUITE,
  workerPorts,
  workRequest,
  readRunFile,
} from "@medhelm/testing/fixtures/work";
import { type WorkJobRequest, workJob } from "./work-job.ts";
import type { WorkerPorts } from "./ports.ts";

const CANDIDATE = "gpu/candidate";
const judgedPlan = async (benchmark: string, ...judges: readonly string[]): Promise<RunPlan> => {
  const one = await plan(1, `${benchmark}:model=${CANDIDATE}`);
  return judges.length === 0 ? one : judgedBy(one, ...judges);
};
const plans = {
  hosted: await judgedPlan("demo_notes", "host/judge"),
  unjudged: await judgedPlan("demo_questions"),
};
const [hosted, unjudged] = [plans.hosted.runSpec.name, plans.unjudged.runSpec.name];

type Run = StoredSubmission["runs"][number];
const runOf = ({ runSpec }: RunPlan, more: Partial<Run> = {}): Run => ({
  run: runSpec.name,
  description: runSpec.name,
  benchmark: "demo",
  model: CANDIDATE,
  modelDeployment: CANDIDATE,
  ...more,
});

async function bench(runs: readonly Run[], request: Partial<StoredSubmission["request"]> = {}) {
  const clock = fakeClock();
  const objects = memoryStore({ clock });
  const submission: StoredSubmission = {
    formatVersion: 1,
    id: "sub",
    owner: "ann",
    createdAt: "2025-01-01T00:00:00.000Z",
    request: { suite: SUITE, entries: runs.map(({ description }) => ({ description })), ...request },
    runs: [...runs],
  };
  await putJson(objects, keys.submission("sub"), submission);
  const sent: unknown[] = [];
  const counted: Counted = { answered: [] };
  const dispatchQueue = { send: async (body: string) => void sent.push(JSON.parse(body)) };
  const work = (job: Partial<WorkJobRequest>, reaches: readonly string[], changes: Partial<WorkerPorts> = {}) => {
    const { plan: _, suite: _suite, ...options } = workRequest(plans.hosted);
    const ports = { ...workerPorts(objects, counted, 1, [2]), dispatchQueue };
    return workJob(
      { ...ports, canReach: (name) => reaches.includes(name), ...changes },
      { ...options, submission: "sub", deployment: CANDIDATE, expand: async (_submission, run) => expand(run), ...job },
    );
  };
  const states = () =>
    Promise.all(runs.map(async ({ run }) => (await submissionRunState(objects, submission, run)).state));
  const shown = (run: string) => submissionRunState(objects, submission, run);
  return { clock, objects, sent, counted, work, states, shown };
}

function expand({ run }: Run): RunPlan {
  const found = Object.values(plans).find(({ runSpec }) => runSpec.name === run);
  if (found === undefined) throw new UserError(`${run} is not there`);
  return found;
}

const TO_JUDGE = { submission: "sub", deployment: "host/judge", role: "judge" };
const BOTH = [runOf(plans.hosted, { judges: ["host/judge"] }), runOf(plans.unjudged)];

test("the candidate's job sends a message to the judge for each ready run and at the job's end", async () => {
  const { sent, work, states } = await bench(BOTH);
  await work({}, [CANDIDATE]);
  expect(await states()).toEqual(["awaiting", "judged"]);
  expect(sent).toEqual([TO_JUDGE, TO_JUDGE]);
});

test("the candidate's job skips a run that awaits its judge", async () => {
  const { counted, sent, work, states } = await bench(BOTH);
  await work({}, [CANDIDATE]);
  const [answeredBefore, sentBefore] = [counted.answered.length, sent.length];
  await work({ expand: () => Promise.reject(new Error("no run is planned again")) }, [CANDIDATE]);
  expect([counted.answered.length, sent.length]).toEqual([answeredBefore, sentBefore]);
  expect(await states()).toEqual(["awaiting", "judged"]);
});

test("the judge's job completes the runs that await it, and no others", async () => {
  const { counted, work, states } = await bench(BOTH);
  await work({ deployment: "host/judge", role: "judge" }, ["host/judge"]);
  expect(counted.answered).toEqual([]); // the candidate has answered nothing yet
  expect(await states()).toEqual(["queued", "queued"]);
  await work({}, [CANDIDATE]);
  await work({ deployment: "host/judge", role: "judge" }, ["host/judge"]);
  expect(await states()).toEqual(["judged", "judged"]);
});

const refused = { reason: "bad_request", message: "no", isRetriable: false } as const;

test.each([
  ["50%", "judged"],
  ["0", "failed"],
  [undefined, "failed"],
])("with maxFailures %s, a submission whose run loses one of two requests is %s", async (maxFailures, state) => {
  const two = await plan(2, `demo_questions:model=${CANDIDATE}`);
  const { counted, work, states } = await bench([runOf(two)], maxFailures === undefined ? {} : { maxFailures });
  counted.failAt = (ask) => (ask === 1 ? refused : undefined);
  await work({ expand: async () => two }, [CANDIDATE]);
  expect(await states()).toEqual([state]);
});

test("a run that killed its job comes last in the next job", async () => {
  const { work, states } = await bench([runOf(plans.hosted), runOf(plans.unjudged)]);
  const turns: string[] = [];
  const killed = async () => {
    const kill = new AbortController();
    const expandOrDie = async (_: StoredSubmission, run: Run): Promise<RunPlan> => {
      turns.push(run.run);
      if (run.run !== hosted) return expand(run);
      kill.abort(new Error("killed"));
      throw kill.signal.reason;
    };
    await expect(work({ signal: kill.signal, expand: expandOrDie }, [CANDIDATE])).rejects.toThrow("killed");
  };
  await killed();
  await killed();
  expect(turns).toEqual([hosted, unjudged, hosted]);
  expect(await states()).toEqual(["queued", "judged"]);
});

test("an unreachable dispatch queue fails no job, because the sweep repeats the messages", async () => {
  const { work, states } = await bench(BOTH);
  const dispatchQueue = { send: () => Promise.reject(new Error("no queue")) };
  await work({}, [CANDIDATE], { dispatchQueue });
  expect(await states()).toEqual(["awaiting", "judged"]);
});

test("a job skips runs whose data it may not read", async () => {
  const { work, states } = await bench([
    runOf(plans.hosted, { organisation: "Stanford" }),
    runOf(plans.unjudged, { organisation: "PhysioNet" }),
  ]);
  const everywhere = [CANDIDATE, "host/judge"];
  await work({ organisations: [] }, everywhere);
  expect(await states()).toEqual(["queued", "queued"]);
  await work({ organisations: ["PhysioNet"] }, everywhere);
  expect(await states()).toEqual(["queued", "judged"]);
  await work({}, everywhere);
  expect(await states()).toEqual(["judged", "judged"]);
});

test("a job continues with its other runs after a user error", async () => {
  const { work, states } = await bench([runOf(plans.hosted, { run: "gone" }), runOf(plans.unjudged)]);
  await work({}, [CANDIDATE]);
  expect(await states()).toEqual(["failed", "judged"]);
});

/** Returns the runs in the order in which a child starts them. */
async function orderOf(child: number): Promise<string[]> {
  const { work } = await bench(BOTH);
  const started: string[] = [];
  await work(
    {
      child,
      expand: async (_, run) => {
        started.push(run.run);
        return expand(run);
      },
    },
    [CANDIDATE],
  );
  return started;
}

test("the children of an array start with different runs", async () => {
  expect(await orderOf(0)).toEqual([hosted, unjudged]);
  expect(await orderOf(1)).toEqual([unjudged, hosted]);
  expect(await orderOf(2)).toEqual([hosted, unjudged]);
});

/** Takes the run's lease for a sibling, process 2, which never releases it. */
async function holdAsSibling(objects: ObjectStore, run: string): Promise<void> {
  const holder = { host: "h", pid: 2, startedAt: "2" };
  // The sibling's own clock never advances, so it never renews the lease.
  await acquireLease({ objects, clock: fakeClock(), key: keys.lease(SUITE, run), ttlMs: 20_000, holder });
}

test("a job takes over a dead sibling's run after the lease has expired", async () => {
  const { clock, objects, work, states } = await bench(BOTH);
  await holdAsSibling(objects, unjudged);
  const slept: number[] = [];
  const sleepy = {
    ...workerPorts(objects, { answered: [] }).clock,
    // Only the wait for the second attempt (25 s) ends and advances the store's time; lease renewals keep sleeping.
    sleep: async (ms: number, signal?: AbortSignal): Promise<void> => {
      if (ms !== 25_000) return fakeClock().sleep(ms, signal);
      slept.push(ms);
      await clock.advance(ms);
    },
  };
  await work({ child: 0 }, [CANDIDATE], { clock: sleepy });
  expect(slept).toEqual([25_000]);
  expect(await states()).toEqual(["awaiting", "judged"]);
  expect(await readRunFile(objects, unjudged, "assembly.json", Assembly)).toMatchObject({ run: unjudged });
});

test("a job without an array does not wait for a run that another process holds", async () => {
  const { objects, work, states } = await bench(BOTH);
  await holdAsSibling(objects, unjudged);
  await work({}, [CANDIDATE]);
  expect(await states()).toEqual(["awaiting", "queued"]);
});

test.for([
  ["its progress", keys.progress(SUITE, unjudged)],
  ["its identity", keys.identity(SUITE, unjudged)],
  ["its last failure", keys.failed(SUITE, unjudged)],
] as const)("a run with %s damaged is worked on, because the worker writes it again", async ([, key]) => {
  const { objects, work, states } = await bench([runOf(plans.unjudged)]);
  await objects.put(key, "{");
  await work({}, [CANDIDATE]);
  expect(await states()).toEqual(["judged"]);
});

test("a run whose lease was damaged a moment ago waits, because its holder may be alive", async () => {
  const { objects, work, states } = await bench([runOf(plans.hosted), runOf(plans.unjudged)]);
  await objects.put(keys.lease(SUITE, hosted), "{");
  await work({}, [CANDIDATE]);
  expect(await states()).toEqual(["queued", "judged"]);
});

test.for([
  ["its manifest", keys.manifest(SUITE, hosted)],
  ["the record that it is settled", keys.submissionHandled("sub", hosted)],
] as const)("a run fails with the reason if %s cannot be read, and the job works on the others", async ([, key]) => {
  const runs = [runOf(plans.hosted), runOf(plans.unjudged)];
  const { objects, work, states, shown } = await bench(runs);
  await objects.put(key, "{");
  await work({}, [CANDIDATE]);
  expect(await states()).toEqual(["failed", "judged"]);
  expect(await shown(hosted)).toMatchObject({ reason: expect.stringContaining(`${key}: not valid JSON`) });
  expect(new TextDecoder().decode((await objects.get(key))?.body)).toBe("{");
});

const REFUSED_KEY = "the endpoint refuses the key";
const refuseKey = () => Promise.reject(new UserError(REFUSED_KEY));

test.for([
  ["its lease", keys.lease(SUITE, hosted)],
  ["its identity", keys.identity(SUITE, hosted)],
  ["its failure", keys.failed(SUITE, hosted)],
] as const)(
  "a run fails with the reason if a folder is in the place of %s, and the job works on the others",
  async ([what, key]) => {
    const { objects, work, shown } = await bench([runOf(plans.hosted), runOf(plans.unjudged)]);
    const reason = `${key}: a folder is in the place of this file; remove it`;
    const put: ObjectStore["put"] = (at, ...more) =>
      at === key ? Promise.reject(new UserError(reason)) : objects.put(at, ...more);
    const isRefused = what === "its failure";
    await work({}, [CANDIDATE], { objects: { ...objects, put }, ...(isRefused ? { open: refuseKey } : {}) });
    expect(await shown(hosted)).toMatchObject({ state: "failed", reason: isRefused ? REFUSED_KEY : reason });
  },
);

test("a worker's records name the submission, the run and the instance of a request that failed", async () => {
  const { work } = await bench([runOf(plans.unjudged)]);
  const records: unknown[] = [];
  const failing = workerPorts(memoryStore(), {
    answered: [],
    failAt: () => ({ reason: "content_filter", message: "refused", isRetriable: false }),
  });
  await work({ maxFailures: { kind: "share", share: 1 } }, [CANDIDATE], {
    open: failing.open,
    log: (level, message, fields) => records.push({ level, message, ...fields }),
  });
  const concerned = { submission: "sub", suite: SUITE, run: unjudged };
  expect(records).toMatchObject([
    { message: "run started", ...concerned },
    { level: "info", message: "request failed", ...concerned, instance: "id2", reason: "content_filter" },
    { level: "info", message: "run ended", ...concerned, ended: "judged" },
  ]);
});
