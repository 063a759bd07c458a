import { holderIsGone } from "@medhelm/adapters/lease-holder";
import { systemClock } from "@medhelm/adapters/system-clock";
import { keys } from "@medhelm/core/store/object-keys";
import { messageFields } from "@medhelm/core/log/message-fields";
import { withFields } from "@medhelm/core/log/with-fields";
import type { Clock, Compute, Index, Log, LogFields, ObjectStore, Queue, QueueMessage } from "@medhelm/core/ports";
import { DispatchMessage, ReleaseMessage } from "@medhelm/core/submission";
import { dispatch } from "@medhelm/service/dispatch/dispatch";
import { takeDeadLetter } from "@medhelm/service/failure/take-dead-letter";
import { missingObjects } from "@medhelm/service/index/remove-lines";
import { openSubmissionIds } from "@medhelm/service/index/open-work";
import { buildRequestedRelease } from "@medhelm/service/release/build-requested-release";
import { makeRelease } from "@medhelm/service/release/make-release";
import type { ReleasePorts } from "@medhelm/service/release/ports";
import { restoreFrontPage } from "@medhelm/service/release/site/restore-front-page";
import { deleteExpiredInputs } from "@medhelm/service/sweep/expired-inputs";
import { sweep } from "@medhelm/service/sweep/sweep";
import type { SweepPorts } from "@medhelm/service/sweep/sweep-ports";
import { errorText } from "../terminal/report-error.ts";
import { consume, type ConsumeOptions } from "./consume.ts";
import type { FullDisk } from "./log/full-disk.ts";
import { type PoolOptions, tendStackPools } from "./settings/stack-pools.ts";
import { type StackQueues, VISIBILITY_MS } from "./stack-queues.ts";

/** On AWS it is 5 minutes, but a user of a laptop waits for the sweep. */
const SWEEP_INTERVAL_MS = 5_000;
/** Every sweep reads every open submission. */
const SWEEP_PACE = { idleMs: 0, activeMs: 0 };
/** How often the stack looks for pools with waiting shards and no worker. */
const POOLS_INTERVAL_MS = 500;
const DAY_MS = 86_400_000;
const KEEP_JOBS_MS = 30 * DAY_MS;
/** One process dispatches, so only an earlier start of it can have left a claim. */
const CLAIM_MS = 60_000;

interface LoopPorts {
  readonly objects: ObjectStore;
  readonly index: Index;
  readonly clock: Clock;
  readonly compute: Compute;
  /** Where the workers of pools run. Absent: there are no pools. */
  readonly poolCompute: Compute | undefined;
  readonly poolOptions: PoolOptions;
  /** Deletes old records of the jobs that several machines share. Absent: no machine shares jobs. */
  readonly forgetJobs: ((beforeMs: number) => Promise<void>) | undefined;
  readonly queues: StackQueues;
  readonly releases: ReleasePorts;
  readonly log: Log;
  readonly trace: SweepPorts["trace"];
  readonly disk: FullDisk;
}

/** The work that AWS does with functions and timers: it handles the queues, sweeps and tends the pools. Resolves after the signal aborts. */
export async function backgroundLoops(ports: LoopPorts, signal: AbortSignal): Promise<void> {
  await Promise.all([...consumers(ports, signal), ...timers(ports, signal)]);
}

function consumers(ports: LoopPorts, signal: AbortSignal): Promise<void>[] {
  const { objects, index, clock, compute, queues, releases, log } = ports;
  const report = (component: string) => (error: unknown, message?: QueueMessage) =>
    message === undefined
      ? warn(ports, component, "the queue could not be read", error)
      : warn(ports, component, "a message was not handled", error, {
          ...messageFields(message.body),
          receives: message.receiveCount,
        });
  const consumer = (component: string, queue: Queue, handle: ConsumeOptions["handle"]) =>
    consume({ queue, handle, report: report(component), visibilityMs: VISIBILITY_MS, signal });
  const hasPools = ports.poolCompute !== undefined;
  const forDispatch = { objects, index, clock, compute, holderIsGone, claimMs: CLAIM_MS, hasPools };
  const buildHere = (release: string) => buildRequestedRelease(releases, release, signal);
  const forReleases = { objects, index, clock, compute, buildHere, claimMs: CLAIM_MS };
  const forFailures = { objects, index, clock, log: withFields(log, { component: "failure" }) };
  return [
    consumer("dispatch", queues.dispatch, (body) =>
      dispatch(
        { ...forDispatch, log: withFields(log, { component: "dispatch" }) },
        DispatchMessage.parse(JSON.parse(body)),
      ),
    ),
    consumer("release", queues.release, (body) =>
      makeRelease(forReleases, ReleaseMessage.parse(JSON.parse(body)).release),
    ),
    ...queues.dead.map(({ name, queue }) =>
      consumer("failure", queue, (body, { receiveCount: receives }) =>
        takeDeadLetter(forFailures, { queue: name, body, receives }),
      ),
    ),
  ];
}

/** Failed work is done at the next time. */
function timers(ports: LoopPorts, signal: AbortSignal): Promise<void>[] {
  const { objects, index, clock, compute, poolCompute, poolOptions, forgetJobs, queues, log, trace } = ports;
  const every = (intervalMs: number, component: string, failure: string, work: () => Promise<unknown>) =>
    repeat(intervalMs, signal, () => work().catch((error: unknown) => warn(ports, component, failure, error)));
  const forSweep = {
    objects,
    index,
    compute,
    pace: SWEEP_PACE,
    dispatchQueue: queues.dispatch,
    aggregateQueue: queues.aggregate,
    releaseQueue: queues.release,
    clock,
    log: withFields(log, { component: "sweep" }),
    ...(trace !== undefined && { trace }),
    report: (error: unknown, key: string) => warn(ports, "sweep", "an object was not swept", error, { object: key }),
  };
  const loops = [
    every(DAY_MS, "sweep", "expired inputs were not deleted", () => deleteInputs(objects, index)),
    every(DAY_MS, "sweep", "missing objects were not looked for", async () => {
      for await (const key of missingObjects({ objects, index })) warnOfMissing(ports, key);
    }),
    every(DAY_MS, "sweep", "the front page was not looked for", async () => {
      const release = await restoreFrontPage(objects);
      if (release === undefined) return;
      const message = `${keys.sitePointer()} was deleted: the front page shows the newest release with a site again`;
      log("warn", message, { component: "sweep", release });
    }),
    every(SWEEP_INTERVAL_MS, "sweep", "the sweep failed", () => sweep(forSweep)),
  ];
  if (poolCompute !== undefined)
    loops.push(
      every(POOLS_INTERVAL_MS, "pools", "no worker of a pool was started", () =>
        tendStackPools(
          {
            objects,
            index,
            clock,
            claimMs: CLAIM_MS,
            compute: poolCompute,
            log: withFields(log, { component: "pools" }),
          },
          poolOptions,
        ),
      ),
    );
  if (forgetJobs !== undefined)
    loops.push(every(DAY_MS, "sweep", "old jobs were not deleted", () => forgetJobs(clock.nowMs() - KEEP_JOBS_MS)));
  return loops;
}

const warnOfMissing = (ports: Pick<LoopPorts, "log" | "disk">, object: string): void => {
  const how = object.startsWith("site/")
    ? "after which the service builds the site again"
    : "which takes it off the lists";
  const what = `${object}: the index lists it, and its file is missing; restore it from a copy, or call medhelm reindex, ${how}`;
  warn(ports, "sweep", "an object is missing", what, { object });
};

function warn(
  { log, disk }: Pick<LoopPorts, "log" | "disk">,
  component: string,
  message: string,
  error: unknown,
  fields: LogFields = {},
): void {
  if (!disk.report(error)) log("warn", message, { component, ...fields, error: errorText(error) });
}

/** On AWS a lifecycle rule deletes uploaded files. */
async function deleteInputs(objects: ObjectStore, index: Index): Promise<void> {
  const open: string[] = [];
  for await (const id of openSubmissionIds(index)) open.push(id);
  await deleteExpiredInputs(objects, open);
}

async function repeat(intervalMs: number, signal: AbortSignal, work: () => Promise<unknown>): Promise<void> {
  while (!signal.aborted) {
    await work();
    await systemClock.sleep(intervalMs, signal).catch(() => undefined);
  }
}
