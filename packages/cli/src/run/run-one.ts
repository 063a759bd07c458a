import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { counted } from "@medhelm/core/text/counted";
import { type AggregatorThread, isForThread, type RunInThread } from "./threads/aggregator-in-thread.ts";
import { FIRST_CONCURRENCY } from "@medhelm/core/run/asking/concurrency-of";
import type { RunOptions } from "./options/run-options.ts";
import { emptyKind, runPath, type EndedRun, type ScoredRun } from "./reports/run-report.ts";
import { refuseStored } from "./refuse-stored.ts";
import { rememberSealed } from "../repair/changed-file.ts";
import { duration } from "../terminal/progress-line.ts";
import { showRuns } from "@medhelm/adapters/objects/show-runs";
import type { PlanWithPrompts } from "@medhelm/service/prompts/helm-specs";
import type { RunSpec } from "@medhelm/core/helm/run-spec";
import type { FindMetric } from "@medhelm/core/metrics/metric";
import { loadMetrics } from "@medhelm/core/scoring/load-metrics";
import { orDamaged } from "@medhelm/core/store/objects";
import { damagedFile, openRun } from "@medhelm/core/store/run-files";
import { failedRequests, type Manifest, ownJudges } from "@medhelm/core/release/runs/manifest";
import { profileNames } from "@medhelm/core/release/profile-names";
import { wordingOf } from "@medhelm/core/run/spec/wording";
import { type Holder, LeaseLost } from "@medhelm/core/jobs/lease";
import type { ObjectStore } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";
import type { AggregatePorts, AggregateResult } from "@medhelm/service/aggregate/aggregate-run";
import { earlyScores } from "@medhelm/service/aggregate/early-scores";
import { restoreManifest } from "@medhelm/service/repair/restore-manifest";
import type { AggregateMessage } from "@medhelm/core/submission";
import { runState } from "@medhelm/service/submissions/run-state";
import { damagedRecords } from "@medhelm/service/verify/damaged-records";
import { workRun } from "@medhelm/service/work/work-run";
import type { LiveRun } from "@medhelm/service/aggregate/live-pass";
import type { WorkerPorts, WorkRequest, WorkResult } from "@medhelm/service/work/ports";
import { ZodError } from "zod";

const AGAIN = "run the same command again; the answers are kept";

/** A process that loses its lease of one run this often has a fault of its own, and ends. */
const MOST_LOSSES = 10;
/** How often this process has lost the lease of each run's folder. */
const losses = new Map<string, number>();

const RESTORED = {
  restored: "its manifest.json was damaged and is restored from the sealed generation",
  deleted: "its manifest.json was damaged and is deleted; the run is sealed again from its files",
} as const;

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

/** Another process works on the run, or this one has lost its lease. This process tries the run again later. */
export class RunTaken extends UserError {
  /** The other process, as a clause. */
  readonly why: string;
  constructor(why: string) {
    super(`${why}; wait for its end, then run the same command again`);
    this.why = why;
  }
}

interface Scoring {
  readonly metrics: FindMetric;
  /** The thread that scores large runs. Absent: this thread scores all runs. */
  readonly thread?: AggregatorThread;
}

/** Works on a run and scores it. @throws RunTaken if another process works on it */
export async function runOne(
  ports: WorkerPorts,
  options: RunOptions,
  { plan, prompts }: PlanWithPrompts,
  { signal, ...scoring }: Scoring & { readonly signal: AbortSignal },
): Promise<EndedRun> {
  const { suite } = options;
  const run = plan.runSpec.name;
  const notice = (text: string): void =>
    ports.report({ run, stage: "loading", done: 0, total: 0, failed: 0, reused: 0, notice: text });
  const path = runPath(options.outputPath, suite, run);
  const restored = await restoreManifest(ports.objects, suite, run);
  if (restored !== undefined) notice(RESTORED[restored]);
  if (options.skipCompletedRuns && (await isSealed(ports.objects, suite, run))) {
    const { manifest: sealed } = await openRun(ports.objects, suite, run);
    if (sealed !== undefined) {
      refuseStored(sealed, path);
      return { kind: "skipped", run, path, manifest: sealed };
    }
  }
  const showRun = showRuns(options.outputPath, ports.objects, { helmFiles: options.helmFiles });
  const startMs = ports.clock.monotonicMs();
  const { numThreads: concurrency = FIRST_CONCURRENCY, protocol, maxFailures, retryFailed, fresh } = options;
  const request = {
    plan,
    suite,
    protocol,
    concurrency,
    maxFailures,
    retryFailed,
    fresh,
    signal,
    ...(prompts === undefined ? {} : { prompts }),
  };
  const result = await workAndSeal(ports, request, { ...scoring, showRun, outputPath: options.outputPath }).catch(
    (error: unknown) => {
      throw error instanceof LeaseLost ? afterLoss(path, error) : error;
    },
  );
  if (result.kind === "taken") throw new RunTaken(takenText(result.by));
  const { manifest, keyOf } = await openRun(ports.objects, suite, run);
  const isCurrent = result.kind !== "judged" || (manifest?.generation ?? 0) >= result.generation;
  if (manifest === undefined || !isCurrent)
    throw new UserError(`another medhelm process has changed this run; ${AGAIN}`);
  if (result.kind === "sealed") {
    await showRun(manifest); // restores files that a user deleted, or a killed process did not show
    await refuseDamagedRecord(ports.objects, manifest);
  }
  refuseStored(manifest, path);
  const { mainScores } = await import("../finished-runs/main-scores.ts");
  const key = keyOf("scores.json");
  const scores = await mainScores(ports.objects, manifest, keyOf).catch((error: unknown) => {
    throw error instanceof UserError || error instanceof ZodError ? damagedFile(key, error) : error;
  });
  const seconds = (ports.clock.monotonicMs() - startMs) / 1000;
  return { kind: "scored", run, path, manifest, scores, isNew: result.kind !== "sealed", seconds };
}

/** False also for a run whose records are damaged: it is not skipped, so that the worker writes them again. */
const isSealed = async (objects: ObjectStore, suite: string, run: string): Promise<boolean> =>
  (await runState(objects, suite, run).catch(orDamaged))?.state === "sealed";

/** @throws UserError if a record, without which nobody can compute the results again, is damaged */
async function refuseDamagedRecord(objects: ObjectStore, manifest: Manifest): Promise<void> {
  const [record] = await damagedRecords(objects, manifest);
  if (record !== undefined) throw damagedFile(record.key);
}

/** A busy machine may delay the renewal for a moment. No answer is lost by that. */
function afterLoss(path: string, error: LeaseLost): UserError {
  const count = (losses.get(path) ?? 0) + 1;
  losses.set(path, count);
  return count < MOST_LOSSES
    ? new RunTaken(error.message)
    : new UserError(`${error.message}; ${AGAIN}`, { cause: error });
}

/** Works on a run, scores it and seals it. A thread scores a large run, and this one if that fails. */
async function workAndSeal(
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

function takenText(by: Holder | undefined): string {
  if (by === undefined)
    return "the record of who works on this run (lease.json) was damaged a moment ago, so nobody may take the run for a minute";
  return `another medhelm (process ${by.pid} on ${by.host.split("/")[0]}) works on this run`;
}

/** One line about the end of a run. */
export function endText(report: EndedRun): string {
  if (report.kind === "skipped") return "was complete, skipped";
  const { manifest, isNew, seconds } = report;
  const prompts = `prompts: ${wordingOf(manifest, manifest.judges) ?? "unknown"}`;
  const how = isNew ? `done in ${duration(seconds)}` : "was complete, nothing asked";
  const own = ownJudges(manifest.judges).length > 0 ? "judged by the model itself" : "";
  return [how, coverageText(manifest), scoresText(report), prompts, own].filter((part) => part !== "").join("; ");
}

function coverageText(manifest: Manifest): string {
  const { coverage } = manifest;
  const lost = failedRequests(manifest);
  const failed = lost > 0 ? `, ${lost} without an answer` : "";
  const judged =
    coverage.verdictsAsked > 0 ? `, ${coverage.verdictsScored} of ${coverage.verdictsAsked} verdicts scored` : "";
  return `${counted(coverage.instances, "instance")}${failed}${emptyText(manifest)}${judged}`;
}

/** E.g. ", 6 of 6 answers empty (only tool calls)". */
function emptyText({ coverage: { answered }, replies }: Manifest): string {
  if (replies === undefined || replies.empty === 0) return "";
  return `, ${replies.empty} of ${counted(answered, "answer")} empty${emptyKind(replies)}`;
}

function scoresText({ manifest: { mainMetric, absentMetrics }, scores }: ScoredRun): string {
  const absent = absentMetrics[mainMetric];
  if (absent !== undefined) return `${mainMetric} absent: ${absent}`;
  const shown = scores.map(({ profile, mean, n }) => `${mean.toFixed(3)} (${profileNames[profile]}, n=${n})`);
  return shown.length === 0 ? "" : `${mainMetric} ${shown.join(", ")}`;
}
