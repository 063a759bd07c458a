import { isDeepStrictEqual } from "node:util";
import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import type { PriceList } from "@medhelm/core/money/make-quote";
import type { Index, ObjectStore } from "@medhelm/core/ports";
import type { StoredAnswer } from "@medhelm/core/run/asking/answers";
import { MAX_JOB_FAULTS } from "@medhelm/core/jobs/job";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import { ReleaseMessage, StoredSubmission } from "@medhelm/core/submission";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { fixture, messages, QUOTA } from "@medhelm/testing/fixtures/api";
import { testCompute } from "@medhelm/testing/fixtures/dispatch";
import { indexContents } from "@medhelm/testing/fixtures/index-contents";
import { putJudged } from "@medhelm/testing/fixtures/judged";
import { memoryQueue } from "@medhelm/testing/queues/memory-queue";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { pauseAt, pausedIndex, pausedStore } from "@medhelm/testing/stores/paused-store";
import { killedAt } from "@medhelm/testing/stores/stopped-store";
import { expect, test } from "vitest";
import { dispatch } from "../dispatch/dispatch.ts";
import type { EndedJob } from "../failure/job-event.ts";
import { recordDeadLetter } from "../failure/record-failure.ts";
import { recordGpuJob } from "../money/record-gpu-job.ts";
import { submissionLedger } from "../money/submission-ledger.ts";
import { makeRelease } from "../release/make-release.ts";
import { markStarted } from "../submissions/submission-run-state.ts";
import { sweep } from "../sweep/sweep.ts";
import { reindex } from "./reindex.ts";
import { refreshRelease } from "./releases.ts";
import { recordRunState, resolveWaiting } from "./run-states.ts";
import { runOf, settleDone, settleFailed } from "./settle-run.ts";

const NO_COLUMN = { reason: "no such column", code: "input" } as const;

// Each writer of the service is killed at each of its operations. Then the sweep runs, and the index must equal one that was rebuilt.

interface Stored {
  readonly objects: ObjectStore;
  readonly index: Index;
}

const GPU_CLASS = {
  name: "gpu-24",
  instanceTypes: ["g6.xlarge"],
  gpus: 1,
  gpuMemoryGb: 24,
  vcpus: 4,
  memoryMb: 16_384,
  maxGpus: 4,
  price: { spotUsdPerHour: 1, onDemandUsdPerHour: 2, asOf: "2026-07-27" },
};
const served = { gpuClass: "gpu-24", repo: "a/b", revision: "0".repeat(40), weightsGb: 1, replicas: 1 };
const prices: PriceList = {
  find: () => ({ client: { kind: "builtin", baseline: "x" }, served: { ...served, serverArguments: [] } }),
  gpuClasses: [GPU_CLASS],
};
const service = { organisations: [], quota: QUOTA };
const entries = ["demo/a", "demo/b"].map((model) => ({ description: `pubmed_qa:model=${model}` }));

function report(error: unknown): never {
  throw error;
}

/** A service with one open submission of two runs. */
async function world() {
  const clock = fakeClock();
  const stored: Stored = { objects: memoryStore({ clock }), index: sqliteIndex(":memory:", { clock }) };
  const apiOf = (ports: Stored) => fixture({ clock, service, prices, ...ports });
  const api = apiOf(stored);
  const queue = () => memoryQueue({ clock, visibilityMs: 30_000 });
  const [dispatchQueue, aggregateQueue, releaseQueue] = [queue(), queue(), queue()];
  const posted = await api.call("POST", "/v1/submissions", { body: { suite: "my", entries, budgetUsd: 5 } });
  const id = posted.headers.get("location")?.split("/").at(-1) ?? "";
  const submission = await getJson(stored.objects, keys.submission(id), StoredSubmission);
  if (submission === undefined) throw new Error(await posted.text());
  const [a = "", b = ""] = submission.runs.map(({ run }) => run);
  for (const run of [a, b]) await markStarted(stored.objects, id, run);
  const sweepOn = (ports: Stored) => {
    const pace = { idleMs: 0, activeMs: 0 };
    return sweep({ ...ports, clock, dispatchQueue, aggregateQueue, releaseQueue, pace, report });
  };
  const releasesOn = (ports: Stored) => ({ ...ports, clock, compute: testCompute() });
  return {
    ...stored,
    clock,
    apiOf,
    submission,
    a,
    b,
    sweepOn,
    releaseQueue,
    releasesOn,
  };
}
type World = Awaited<ReturnType<typeof world>>;

/** The sweep of the next hours, and the messages that it sends. */
async function heal({ clock, objects, index, sweepOn, releaseQueue, releasesOn }: World): Promise<void> {
  for (const minutes of [0, 70, 1]) {
    await clock.advance(minutes * 60_000);
    await sweepOn({ objects, index });
    for (const message of await messages(releaseQueue))
      await makeRelease(releasesOn({ objects, index }), ReleaseMessage.parse(message).release);
  }
}

const answerOf = ({ id, request }: StoredSubmission, run: string): StoredAnswer => ({
  formatVersion: 1,
  deployment: "demo/a",
  result: { success: true, cached: false, completions: [], embedding: [] },
  usage: { promptTokens: 1_000_000, completionTokens: 0 },
  paidBy: {
    submission: id,
    suite: request.suite,
    run,
    price: { inputUsdPerMillion: 2, outputUsdPerMillion: 1, asOf: "2026-11-21" },
  },
});
const asked = { role: "candidate", deployment: "demo/a", model: "demo/a" } as const;

/** A worker asks a model and closes the ledger, which reports no error. */
async function spend({ submission, clock }: World, { objects, index }: Stored, run: string): Promise<void> {
  const ledger = submissionLedger({ objects, index, clock, submission: submission.id, holder: "test" });
  const opened = await ledger.of(submission.request.suite, run);
  opened.charge(asked, "0123456789abcdef", answerOf(submission, run));
  await opened.close();
}

async function seal({ submission }: World, { objects, index }: Stored, run: string): Promise<void> {
  const { suite } = submission.request;
  await putJson(objects, keys.manifest(suite, run), { contentSha256: `of ${run}` });
  await resolveWaiting({ objects, index }, suite, run);
}

const JOB: Omit<EndedJob, "submission"> = {
  jobId: "5c1f:0",
  name: "x-candidate-1",
  deployment: "demo/a",
  role: "candidate",
  periods: [{ startedAtMs: 0, stoppedAtMs: 3_600_000 }],
};
const chargeJob = ({ submission }: World, ports: Stored) =>
  recordGpuJob({ ...ports, prices }, { ...JOB, submission: submission.id });

const judged = async (at: World, run: string): Promise<void> => {
  await putJudged(at.objects, "my", run);
};
async function settled(at: World, run: string, ports: Stored = at): Promise<void> {
  await judged(at, run);
  await settleDone(ports, runOf(at.submission, run), 1);
}
async function ended(at: World): Promise<void> {
  for (const run of [at.a, at.b]) {
    await settled(at, run);
    await seal(at, at, run);
  }
}
const requestRelease = (at: World, ports: Stored) =>
  at.apiOf(ports).call("POST", "/v1/releases", { body: { name: "r1", suites: ["my"], publish: true } });

interface Writer {
  readonly arrange?: (at: World) => Promise<unknown>;
  readonly act: (at: World, ports: Stored) => Promise<unknown>;
  /** a queue delivers the message again */
  readonly isDeliveredAgain?: boolean;
}

const WRITERS: Readonly<Record<string, Writer>> = {
  "the API that takes a submission to a new suite": {
    act: (at, ports) =>
      at.apiOf(ports).call("POST", "/v1/submissions", {
        body: { suite: "new", entries, budgetUsd: 3 },
        headers: { "idempotency-key": "k" },
      }),
  },
  "the API that changes a suite": {
    act: (at, ports) => at.apiOf(ports).call("PUT", "/v1/suites/my", { body: { visibility: "public" } }),
  },
  "the API that cancels": {
    act: (at, ports) => at.apiOf(ports).call("POST", `/v1/submissions/${at.submission.id}/cancel`),
  },
  "the API that takes a release": { act: requestRelease },
  "the API that takes a failed release again": {
    async arrange(at) {
      await requestRelease(at, at);
      await putJson(at.objects, keys.releaseFailed("r1"), { formatVersion: 1, reason: "No run is public." });
      await refreshRelease(at, "r1");
    },
    act: requestRelease,
  },
  "the site job that publishes a release": {
    arrange: (at) => requestRelease(at, at),
    async act(_, ports) {
      await putJson(ports.objects, keys.sitePublished("r1"), { formatVersion: 1 });
      await refreshRelease(ports, "r1");
    },
  },
  "the handler of a release's dead letter": {
    arrange: (at) => requestRelease(at, at),
    act: ({ clock }, ports) => recordDeadLetter({ ...ports, clock }, JSON.stringify({ release: "r1" })),
  },
  "the worker that reports its progress": {
    async act(at, ports) {
      const state = { state: "running", done: 1, total: 2 } as const;
      await putJson(ports.objects, keys.progress("my", at.a), { formatVersion: 1, ...state });
      await recordRunState(ports.index, runOf(at.submission, at.a), { state }, 1);
    },
  },
  "the worker that finishes a run": { act: (at, ports) => settled(at, at.a, ports) },
  "the worker that finishes a run which is sealed before": {
    async arrange(at) {
      await judged(at, at.a);
      await seal(at, at, at.a);
    },
    act: (at, ports) => settleDone(ports, runOf(at.submission, at.a), 1),
  },
  "the worker that fails a run": {
    act: (at, ports) => settleFailed(ports, runOf(at.submission, at.a), NO_COLUMN, 1),
  },
  "the dispatcher that gives up the runs of a deployment": {
    async arrange(at) {
      const message = { submission: at.submission.id, deployment: "demo/a", role: "candidate" } as const;
      const record = { formatVersion: 1, ...message, attempt: 3, faults: MAX_JOB_FAULTS, id: "job-1" };
      await putJson(at.objects, keys.job(message.submission, message.deployment, message.role), record);
    },
    async act({ clock, submission: { id } }, ports) {
      const compute = testCompute();
      await compute.submit({ name: "x", definition: "worker", environment: {} });
      compute.end("job-1", "failed", "OutOfMemoryError");
      await dispatch({ ...ports, clock, compute }, { submission: id, deployment: "demo/a", role: "candidate" });
    },
  },
  "the handler of a dispatcher's dead letter": {
    act: ({ clock, submission: { id } }, ports) =>
      recordDeadLetter(
        { ...ports, clock },
        JSON.stringify({ submission: id, deployment: "demo/b", role: "candidate" }),
      ),
  },
  "the worker that spends": { act: (at, ports) => spend(at, ports, at.a) },
  "the worker that spends in a run that ends": {
    async act(at, ports) {
      await spend(at, ports, at.a);
      await settleFailed(ports, runOf(at.submission, at.a), NO_COLUMN, 1);
    },
  },
  "the aggregator that seals a run": {
    arrange: (at) => settled(at, at.a),
    act: (at, ports) => seal(at, ports, at.a),
  },
  "the aggregator that seals the last run": {
    async arrange(at) {
      await settled(at, at.a);
      await seal(at, at, at.a);
      await settled(at, at.b);
    },
    act: (at, ports) => seal(at, ports, at.b),
  },
  "the handler of a GPU job that ends": { act: chargeJob },
  "the handler of a GPU job that ends after its submission": {
    async arrange(at) {
      await ended(at);
      await heal(at);
    },
    act: chargeJob,
    isDeliveredAgain: true,
  },
  "the sweep that ends a submission": {
    async arrange(at) {
      await spend(at, at, at.a);
      await ended(at);
    },
    act: (at, ports) => at.sweepOn(ports),
  },
  "the sweep that ends a cancelled submission": {
    async arrange(at) {
      await settled(at, at.a);
      await seal(at, at, at.a);
      await at.apiOf(at).call("POST", `/v1/submissions/${at.submission.id}/cancel`);
    },
    act: (at, ports) => at.sweepOn(ports),
  },
};

async function rebuilt({ objects, clock }: World): Promise<Record<string, unknown>> {
  const index = sqliteIndex(":memory:", { clock });
  await reindex({ objects, index, clock });
  return indexContents({ objects, index });
}

test.each(Object.entries(WRITERS))("%s may be killed at any operation", async (_, { arrange, act, ...writer }) => {
  for (const lastTakesPlace of [false, true])
    for (let n = 1; ; n++) {
      const at = await world();
      await arrange?.(at);
      const killed = killedAt(n, lastTakesPlace);
      const ports = { objects: killed.objects(at.objects), index: killed.index(at.index) };
      await act(at, ports).catch(() => undefined);
      if (killed.calls < n) break;
      if (writer.isDeliveredAgain === true) await act(at, at);
      await heal(at);
      expect({ n, lastTakesPlace, ...(await indexContents(at)) }).toEqual({
        n,
        lastTakesPlace,
        ...(await rebuilt(at)),
      });
    }
});

const WITH_REINDEX = Object.entries(WRITERS).filter(([name]) => /^the (?:worker|aggregator|sweep)/.test(name));

/** Stalls one of two processes at each operation until the other has ended. Returns the stop points after which the index is wrong. */
async function badStops(
  isLost: boolean,
  { arrange, act }: Writer,
  stalls: "reindex" | "writer",
): Promise<{ readonly stops: number; readonly bad: readonly unknown[] }> {
  const bad: unknown[] = [];
  for (let n = 1; ; n++) {
    const before = await world();
    await arrange?.(before);
    const at = isLost ? { ...before, index: sqliteIndex(":memory:", { clock: before.clock }) } : before;
    const run = {
      reindex: (ports: Stored) => reindex({ ...ports, clock: at.clock }),
      writer: (ports: Stored) => act(at, ports),
    };
    const other = stalls === "reindex" ? "writer" : "reindex";
    let isReached = false;
    const turn = pauseAt(n, async () => {
      isReached = true;
      await run[other](at);
    });
    await run[stalls]({ objects: pausedStore(at.objects, turn), index: pausedIndex(at.index, turn) });
    if (!isReached) return { stops: n - 1, bad };
    await heal(at);
    const [found, wanted] = [await indexContents(at), await rebuilt(at)];
    if (!isDeepStrictEqual(found, wanted)) bad.push({ n, found, wanted });
  }
}
test.each(WITH_REINDEX)(
  "a rebuild that stalls at any operation while %s acts ends with the right index",
  async (_, writer) => {
    for (const isLost of [false, true]) {
      const { stops, bad } = await badStops(isLost, writer, "reindex");
      expect({ isLost, bad }).toEqual({ isLost, bad: [] });
      expect(stops).toBeGreaterThan(10);
    }
  },
);

test.each(WITH_REINDEX)(
  "%s that stalls at any operation during a rebuild ends with the right index",
  async (_, writer) => {
    for (const isLost of [false, true]) {
      const { bad } = await badStops(isLost, writer, "writer");
      expect({ isLost, bad }).toEqual({ isLost, bad: [] });
    }
  },
);
