import type { Profile } from "../../run/profile.ts";
import { isUnjudged, isWithoutVerdict } from "./leaderboard-runs.ts";
import type { LoadedRun } from "../runs/loaded-run.ts";
import { hasNoAnswer, ownJudges } from "../runs/manifest.ts";

const MAX_NAMED = 5;

/** The sentences about runs whose scores say less than a reader expects. The release, its pages and medhelm summarize show them. */
export function scoreNotices(runs: readonly LoadedRun[], profile: Profile): string[] {
  const modelsOf = (isMeant: (run: LoadedRun) => boolean): string =>
    [...new Set(runs.filter(isMeant).map((run) => run.runSpec.adapter_spec.model))].toSorted().join(", ");
  const ownJudge = modelsOf(({ manifest }) => ownJudges(manifest?.judges ?? []).length > 0);
  const thinking = modelsOf(({ manifest }) => (manifest?.replies?.thinkingInText ?? 0) > 0);
  const unjudged = runs.filter((run) =>
    run.manifest === undefined ? isWithoutVerdict(run) : isUnjudged(run, run.manifest.mainMetric),
  );
  const silent = runs.filter(({ manifest }) => manifest !== undefined && hasNoAnswer(manifest));
  return [
    ...(silent.length === 0
      ? []
      : [
          `Every answer is empty, withheld or cut, so that the score measures no answer: ${namesOf(silent)}. Remove the cause that medhelm run names, and run them again.`,
        ]),
    ...(ownJudge === ""
      ? []
      : [`These models judged their own answers: ${ownJudge}. Their judged scores cannot be compared with others.`]),
    ...(unjudged.length === 0
      ? []
      : [
          `No judge gave a verdict, so that there is no score: ${namesOf(unjudged)}. Run them again with other judges.`,
        ]),
    ...(thinking === "" || profile === "corrected"
      ? []
      : [
          `HELM scoring reads thinking as a part of the answer, which may lower the scores of ${thinking}. Corrected scoring leaves the thinking out; medhelm summarize --profile corrected ranks by it.`,
        ]),
  ];
}

function namesOf(runs: readonly LoadedRun[]): string {
  const more = runs.length > MAX_NAMED ? ` and ${runs.length - MAX_NAMED} more` : "";
  return `${runs
    .slice(0, MAX_NAMED)
    .map(({ folder }) => folder)
    .join("; ")}${more}`;
}
