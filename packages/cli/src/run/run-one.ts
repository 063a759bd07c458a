import { showRuns } from "@medhelm/adapters/objects/show-runs";
import { type Holder, LeaseLost } from "@medhelm/core/jobs/lease";
import type { ObjectStore } from "@medhelm/core/ports";
import type { Manifest } from "@medhelm/core/release/runs/manifest";
import { FIRST_CONCURRENCY } from "@medhelm/core/run/asking/concurrency-of";
import { orDamaged } from "@medhelm/core/store/objects";
import { damagedFile, openRun } from "@medhelm/core/store/run-files";
import { UserError } from "@medhelm/core/user-error";
import type { PlanWithPrompts } from "@medhelm/service/prompts/helm-specs";
import { restoreManifest } from "@medhelm/service/repair/restore-manifest";
import { runState } from "@medhelm/service/submissions/run-state";
import { damagedRecords } from "@medhelm/service/verify/damaged-records";
import type { WorkerPorts } from "@medhelm/service/work/ports";
import { ZodError } from "zod";
import type { RunOptions } from "./options/run-options.ts";
import { refuseStored } from "./refuse-stored.ts";
import { type EndedRun, runPath } from "./reports/run-report.ts";
import { type Scoring, workAndSeal } from "./work-and-seal.ts";

const AGAIN = "run the same command again; the answers are kept";

/** A process that loses its lease of one run this often has a fault of its own, and ends. */
const MOST_LOSSES = 10;
/** How often this process has lost the lease of each run's folder. */
const losses = new Map<string, number>();

const RESTORED = {
  restored: "its manifest.json was damaged and is restored from the sealed generation",
  deleted: "its manifest.json was damaged and is deleted; the run is sealed again from its files",
} as const;

/** Another process works on the run, or this one has lost its lease. This process tries the run again later. */
export class RunTaken extends UserError {
  /** The other process, as a clause. */
  readonly why: string;
  constructor(why: string) {
    super(`${why}; wait for its end, then run the same command again`);
    this.why = why;
  }
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

function takenText(by: Holder | undefined): string {
  if (by === undefined)
    return "the record of who works on this run (lease.json) was damaged a moment ago, so nobody may take the run for a minute";
  return `another medhelm (process ${by.pid} on ${by.host.split("/")[0]}) works on this run`;
}
