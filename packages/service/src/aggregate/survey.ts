import type { RequestState } from "@medhelm/core/helm/scenario-state";
import { VERDICTS, Verdicts } from "@medhelm/core/judge/verdict";
import type { ClosedQuestion } from "@medhelm/core/metrics/metric";
import type { Scores } from "@medhelm/core/release/scores";
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
    add(state: RequestState, question: ClosedQuestion | undefined): void {
      for (const { judge, criterion } of judgeScores(state)) {
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

interface JudgeScore {
  readonly judge: string;
  readonly criterion: string;
  readonly score: number;
}

/** The scores of all verdicts on an answer. With several annotations, the criterion has the name of its annotation, too. */
export function judgeScores({ annotations }: Pick<RequestState, "annotations">): JudgeScore[] {
  const byAnnotation = Object.entries(Verdicts.safeParse(annotations?.[VERDICTS]).data ?? {});
  return byAnnotation.flatMap(([annotation, verdicts]) =>
    verdicts.flatMap((verdict) =>
      verdict.kind === "unscored"
        ? []
        : Object.entries(verdict.scores).map(([name, { score }]) => ({
            judge: verdict.judge,
            criterion: byAnnotation.length === 1 ? name : `${annotation}: ${name}`,
            score,
          })),
    ),
  );
}

/** The scores of an answer as a row of scores.json has them; undefined without any verdict. */
export function judgesOfRow(state: RequestState, judges: Scores["judges"]): Scores["rows"][number]["judges"] {
  const scores = judgeScores(state);
  if (judges === undefined || scores.length === 0) return undefined;
  const byJudge = Map.groupBy(scores, ({ judge }) => judge);
  return judges.names.map((name) => {
    const found = new Map(byJudge.get(name)?.map(({ criterion, score }) => [criterion, score]));
    const row = judges.criteria.map((criterion) => found.get(criterion) ?? null);
    return row.slice(0, row.findLastIndex((score) => score !== null) + 1);
  });
}
