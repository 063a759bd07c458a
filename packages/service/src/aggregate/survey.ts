import type { RequestState } from "@medhelm/core/helm/scenario-state";
import type { AnnotatedScore } from "@medhelm/core/judge/annotated-scores";
import type { AnnotationReader, JuryAnnotation } from "@medhelm/core/judge/annotation-reader";
import { VERDICTS, verdictsIn } from "@medhelm/core/judge/verdict";
import type { ClosedQuestion } from "@medhelm/core/metrics/metric";
import type { Scores } from "@medhelm/core/release/runs/scores";
import { isSameSet } from "@medhelm/core/scoring/same-set";

/** The fields of scores.json before its rows. */
export type Survey = Pick<Scores, "labels" | "judges">;

/** Finds it in a first pass over the requests. Its memory does not grow with their number. */
export function survey(judgeNames: readonly string[]) {
  const names = new Set(judgeNames);
  const criteria = new Set<string>();
  let labels: readonly string[] | undefined;
  let isShared = true;
  return {
    add(scores: readonly AnnotatedScore[], question: ClosedQuestion | undefined): void {
      for (const { judge, criterion } of scores) {
        names.add(judge);
        criteria.add(criterion);
      }
      if (question === undefined || !isShared) return;
      const texts = question.options.map(({ text }) => text);
      labels ??= texts;
      isShared = isSameSet(labels, texts);
    },
    found: (): Survey => ({
      ...(isShared && labels !== undefined ? { labels: [...labels] } : {}),
      ...(criteria.size === 0 ? {} : { judges: { names: [...names], criteria: [...criteria] } }),
    }),
  };
}

/** The scores of all verdicts on an answer. */
export function judgeScores({ annotations }: Pick<RequestState, "annotations">): AnnotatedScore[] {
  const byAnnotation = Object.entries(verdictsIn(annotations) ?? {});
  return named(
    byAnnotation.map(([name, verdicts]) => ({
      name,
      scores: verdicts.flatMap((verdict) =>
        verdict.kind === "unscored"
          ? []
          : Object.entries(verdict.scores).map(([criterion, { score }]) => ({
              judge: verdict.judge,
              criterion,
              score,
            })),
      ),
    })),
  );
}

/** As `judgeScores`, and HELM's own annotations where ours are absent. */
export const judgeScoresWith =
  ({ read }: AnnotationReader) =>
  (state: RequestState): AnnotatedScore[] =>
    state.annotations !== undefined && Object.hasOwn(state.annotations, VERDICTS)
      ? judgeScores(state)
      : named(read(state));

/** With several annotations, the criterion has the name of its annotation, too. */
const named = (byAnnotation: readonly JuryAnnotation[]): AnnotatedScore[] =>
  byAnnotation.flatMap(({ name, scores }) =>
    byAnnotation.length === 1
      ? scores
      : scores.map((score) => ({ ...score, criterion: `${name}: ${score.criterion}` })),
  );

/** The scores of an answer as a row of scores.json has them; undefined without any verdict. */
export function judgesOfRow(
  scores: readonly AnnotatedScore[],
  judges: Scores["judges"],
): Scores["rows"][number]["judges"] {
  if (judges === undefined || scores.length === 0) return undefined;
  const byJudge = Map.groupBy(scores, ({ judge }) => judge);
  return judges.names.map((name) => {
    const found = new Map(byJudge.get(name)?.map(({ criterion, score }) => [criterion, score]));
    const row = judges.criteria.map((criterion) => found.get(criterion) ?? null);
    return row.slice(0, row.findLastIndex((score) => score !== null) + 1);
  });
}
