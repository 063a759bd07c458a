import type { GateRun } from "@medhelm/core/gate/gate-runs";
import { partOf } from "@medhelm/core/release/column-scores";
import type { Manifest } from "@medhelm/core/release/manifest";
import { partScores } from "@medhelm/core/release/part-scores";
import type { Scores } from "@medhelm/core/release/scores";

/** The main metric of a sealed run as profile corrected scores it, or as HELM does where corrected has no score. Undefined without a score. */
export function gateRun(
  { run, benchmark, mainMetric: metric, mainRange: range }: Manifest,
  scores: Scores,
): GateRun | undefined {
  const part = partOf(run);
  const found =
    partScores(scores, { part, metric, profile: "corrected" }) ?? partScores(scores, { part, metric, profile: "helm" });
  return found && { benchmark, metric, range, part, items: found.items };
}
