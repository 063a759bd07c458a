import type { GateRun } from "@medhelm/core/gate/gate-runs";
import { partOf } from "@medhelm/core/release/statistics/column-scores";
import { partScores } from "@medhelm/core/release/runs/part-scores";
import type { DiffedRun } from "@medhelm/core/release/runs/run-diff";

/** The main metric of a sealed run as profile corrected scores it, or as HELM does where corrected has no score. Undefined without a score. */
export function gateRun({ manifest, scores }: DiffedRun): GateRun | undefined {
  if (scores === undefined) return undefined;
  const { run, benchmark, mainMetric: metric, mainRange: range } = manifest;
  const part = partOf(run);
  const found =
    partScores(scores, { part, metric, profile: "corrected" }) ?? partScores(scores, { part, metric, profile: "helm" });
  return found && { benchmark, metric, range, part, items: found.items };
}
