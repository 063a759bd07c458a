import type { RunOptions } from "./run-options.ts";
import { damagedFile } from "./sealed-file.ts";
import { duration } from "../terminal/progress-line.ts";
import { showRuns } from "@medhelm/adapters/objects/show-runs";
import type { PlanWithPrompts } from "./helm-specs.ts";
import type { FindMetric } from "@medhelm/core/metrics/metric";
import type { ObjectStore } from "@medhelm/core/ports";
import { openRun } from "@medhelm/core/store/run-files";
import type { Manifest } from "@medhelm/core/release/manifest";
import { LeaseLost } from "@medhelm/core/jobs/lease";
import { Scores } from "@medhelm/core/release/scores";
import { UserError } from "@medhelm/core/user-error";
import { aggregateRun } from "@medhelm/service/aggregate/aggregate-run";
import { forEachElement } from "@medhelm/service/aggregate/read-lists";
import { runState } from "@medhelm/service/submissions/run-state";
import { workRun } from "@medhelm/service/work/work-run";
import type { WorkerPorts } from "@medhelm/service/work/ports";

const AGAIN = "run the same command again; the answers are kept";

/** Works on a run and scores it. @returns one line about its result. @throws UserError if another process works on it */
export async function runOne(
  ports: WorkerPorts,
  options: RunOptions,
  { plan, prompts }: PlanWithPrompts,
  { metrics, signal }: { readonly metrics: FindMetric; readonly signal: AbortSignal },
): Promise<string> {
  const { suite } = options;
  const run = plan.runSpec.name;
  if (options.skipCompletedRuns && (await runState(ports.objects, suite, run)).state === "sealed")
    return "was complete, skipped";
  const showRun = showRuns(options.outputPath, ports.objects);
  const startMs = ports.clock.monotonicMs();
  const { numThreads: concurrency, protocol, maxFailures, retryFailed } = options;
  const work = workRun(ports, {
    plan,
    suite,
    protocol,
    concurrency,
    maxFailures,
    retryFailed,
    signal,
    ...(prompts === undefined ? {} : { prompts }),
  });
  const result = await work.catch((error: unknown) => {
    throw error instanceof LeaseLost ? new UserError(`${error.message}; ${AGAIN}`, { cause: error }) : error;
  });
  if (result.kind === "taken")
    throw new UserError(
      `another medhelm (process ${result.by.pid} on ${result.by.host.split("/")[0]}) works on this run; wait for it, or stop it`,
    );
  if (result.kind === "judged")
    await aggregateRun({ objects: ports.objects, metrics, showRun }, { suite, run, generation: result.generation });
  const { manifest, keyOf } = await openRun(ports.objects, suite, run);
  const isCurrent = result.kind !== "judged" || (manifest?.generation ?? 0) >= result.generation;
  if (manifest === undefined || !isCurrent)
    throw new UserError(`another medhelm process has changed this run; ${AGAIN}`);
  if (result.kind === "sealed") await showRun(manifest); // restores files that a user deleted, or a killed process did not show
  if (options.json) process.stdout.write(`${JSON.stringify({ ...manifest, files: undefined })}\n`);
  const scores = keyOf("scores.json");
  const score = await mainScore(ports.objects, manifest, scores).catch((error: unknown) => {
    throw error instanceof UserError ? damagedFile(scores, error) : error;
  });
  const how =
    result.kind === "sealed"
      ? "was complete, nothing asked"
      : `done in ${duration((ports.clock.monotonicMs() - startMs) / 1000)}`;
  return [how, coverageText(manifest), score].filter((part) => part !== "").join("; ");
}

function coverageText({ coverage }: Manifest): string {
  const failed = coverage.failed > 0 ? `, ${coverage.failed} without an answer` : "";
  const judged =
    coverage.verdictsAsked > 0 ? `, ${coverage.verdictsScored} of ${coverage.verdictsAsked} verdicts scored` : "";
  return `${coverage.instances} instances${failed}${judged}`;
}

const ScoreFields = Scores.omit({ rows: true });
const ScoreRow = Scores.shape.rows.element;

/** Reads the rows one by one, because a large run has a million. */
async function mainScore(objects: ObjectStore, { mainMetric, absentMetrics }: Manifest, key: string): Promise<string> {
  const absent = absentMetrics[mainMetric];
  if (absent !== undefined) return `${mainMetric} absent: ${absent}`;
  if ((await objects.head(key)) === undefined) return "";
  const columns: { sum: number; count: number }[] = [];
  const fields = await forEachElement({ objects, key, list: "rows" }, (row) => {
    for (const [i, value] of ScoreRow.parse(row).values.entries()) {
      if (value === null) continue;
      const column = (columns[i] ??= { sum: 0, count: 0 });
      column.sum += value;
      column.count++;
    }
  });
  const shown = ScoreFields.parse(fields).metrics.flatMap(({ profile }, i) => {
    const column = columns[i];
    return column === undefined ? [] : [`${(column.sum / column.count).toFixed(3)} (${profile}, n=${column.count})`];
  });
  return shown.length === 0 ? "" : `${mainMetric} ${shown.join(", ")}`;
}
