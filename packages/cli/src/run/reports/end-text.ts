import { failedRequests, type Manifest, ownJudges } from "@medhelm/core/release/runs/manifest";
import { profileNames } from "@medhelm/core/release/profile-names";
import { wordingOf } from "@medhelm/core/run/spec/wording";
import { counted } from "@medhelm/core/text/counted";
import { duration } from "../../terminal/progress-line.ts";
import { emptyKind, type EndedRun, type ScoredRun } from "./run-report.ts";

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
