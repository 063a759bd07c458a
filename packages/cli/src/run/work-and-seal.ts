import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { RunSpec } from "@medhelm/core/helm/run-spec";
import type { FindMetric } from "@medhelm/core/metrics/metric";
import { loadMetrics } from "@medhelm/core/scoring/load-metrics";
import type { AggregateMessage } from "@medhelm/core/submission";
import type { AggregatePorts, AggregateResult } from "@medhelm/service/aggregate/aggregate-run";
import { earlyScores } from "@medhelm/service/aggregate/early-scores";
import type { LiveRun } from "@medhelm/service/aggregate/live-pass";
import type { WorkerPorts, WorkRequest, WorkResult } from "@medhelm/service/work/ports";
import { workRun } from "@medhelm/service/work/work-run";
import { rememberSealed } from "../repair/changed-file.ts";
import { type AggregatorThread, isForThread, type RunInThread } from "./threads/aggregator-in-thread.ts";

const importAggregator = async () => {
  const [{ aggregateRun }, { livePass }] = await Promise.all([
    import("@medhelm/service/aggregate/aggregate-run"),
    import("@medhelm/service/aggregate/live-pass"),
  ]);
  return { aggregateRun, livePass };
};
let aggregator: ReturnType<typeof importAggregator> | undefined;

/** Loads the code that scores, which takes as long as the rest of a command. */
const loadAggregator = () => (aggregator ??= importAggregator());

export interface Scoring {
  readonly metrics: FindMetric;
  /** The thread that scores large runs. Absent: this thread scores all runs. */
  readonly thread?: AggregatorThread;
}

/** Works on a run, scores it and seals it. A thread scores a large run, and this one if that fails. */
export async function workAndSeal(
  ports: WorkerPorts,
  request: WorkRequest,
  {
    metrics,
    thread,
    showRun,
    outputPath,
  }: Scoring & { readonly showRun: NonNullable<AggregatePorts["showRun"]>; readonly outputPath: string },
): Promise<WorkResult> {
  const { objects } = ports;
  const early = earlyScores(async (live) => (await loadAggregator()).livePass({ objects, metrics }, live), ports.clock);
  let inThread: RunInThread | undefined;
  const scoresEarly = (live: LiveRun) =>
    thread !== undefined && isForThread(live.requests) ? (inThread = thread.open(live)) : early.open(live);
  let stopWaiting: (() => void) | undefined;
  const onFirstWait = (instances: number): void => {
    const inOther = thread !== undefined && isForThread(instances);
    if (inOther) thread.start(); // a run with an encoder does not use it, but such a run takes minutes
    const { runSpec } = request.plan;
    const load = () => Promise.all([loadJury(runSpec), ...(inOther ? [] : [loadScores(runSpec, metrics)])]);
    stopWaiting = onceSent(() => setImmediate(() => void load()));
  };
  try {
    const result = await workRun({ ...ports, onFirstWait }, { ...request, scoresEarly });
    if (result.kind !== "judged") return result;
    const message = { suite: request.suite, run: request.plan.runSpec.name, generation: result.generation };
    const aggregated =
      (await inThread?.aggregate(message)) ??
      (await aggregateHere({ objects, metrics, showRun, early: await early.done() }, message));
    if (aggregated.kind === "sealed") await rememberSealed(outputPath, objects, aggregated.manifest);
    return result;
  } finally {
    stopWaiting?.();
    inThread?.close();
  }
}

/** A channel of undici's. */
const SENT = "undici:client:sendHeaders";

/** Calls `then` when the next request to a server has been sent. @returns a function that ends this */
function onceSent(then: () => void): () => void {
  const stop = (): void => void unsubscribe(SENT, sent);
  const sent = (): void => {
    stop();
    then();
  };
  subscribe(SENT, sent);
  return stop;
}

// If the code cannot be loaded, the work or the aggregation fails with the same error, and reports it.

/** Loads the readers of verdicts, if the run has judges. */
async function loadJury({ annotators = [] }: RunSpec): Promise<void> {
  if (annotators.length > 0) await Promise.allSettled([import("@medhelm/core/judge/jury")]);
}

/** Loads the code of a run's scores. */
async function loadScores(runSpec: RunSpec, metrics: FindMetric): Promise<void> {
  await Promise.allSettled([loadAggregator(), loadMetrics(runSpec, metrics)]);
}

async function aggregateHere(ports: AggregatePorts, message: AggregateMessage): Promise<AggregateResult> {
  const { aggregateRun } = await loadAggregator();
  return aggregateRun(ports, message);
}
