import { isEmptyText } from "../text/is-empty-text.ts";
import { z } from "zod";
import type { RequestState } from "../helm/scenario-state.ts";
import { type AnnotatedScore, annotatedScores } from "../judge/annotated-scores.ts";
import { verdictsIn } from "../judge/verdict.ts";
import { outsideThinking } from "../reading/thinking/thinking-places.ts";
import { meanIfAny } from "../statistics/mean.ts";
import { UserError } from "../user-error.ts";
import { completionsOf } from "./general-stats.ts";
import type { Measurement, MetricFactory } from "./metric.ts";

const Args = z.object({
  metric_name: z.string(),
  /** name of the annotation */
  scenario_name: z.string(),
  annotator_models: z.record(z.string(), z.unknown()),
  default_score: z.number().default(0),
  /** our extension, for a declared scale: the score in `corrected` of a candidate without an answer */
  floor: z.number().optional(),
});
const Fields = z.record(z.string(), z.unknown());

/**
 * helm.benchmark.metrics.llm_jury_metrics.LLMJuryMetric: the plain mean over every criterion of every judge.
 * `helm` uses HELM's annotation, truncates scores to integers, and takes default_score if no judge scored. HELM stops at a score that is
 * not a number; here it is ignored. `corrected` uses the verdicts (or HELM's annotation without verdicts) and exact scores. A candidate
 * without an answer scores the floor of the scale (default_score without a declared scale). If no judge scored, the instance has no score.
 * `corrected` adds stats of the judged answers: the mean of each criterion and judge, and the numbers of requested and scored verdicts.
 */
export const llmJuryMetric: MetricFactory = (args) => {
  const parsed = Args.safeParse(args);
  if (!parsed.success) throw new UserError("LLMJuryMetric needs args metric_name, scenario_name and annotator_models");
  const { metric_name: name, scenario_name, annotator_models, default_score, floor = default_score } = parsed.data;
  const isJudge = (key: string) => Object.hasOwn(annotator_models, key);
  return {
    ofInstance: (state, { profile }) => {
      const annotation = Fields.safeParse(state.annotations?.[scenario_name]).data;
      const annotated = annotation === undefined ? [] : annotatedScores(annotation, isJudge);
      if (profile === "helm") {
        return [
          { name, value: annotation && (meanIfAny(annotated.map(({ score }) => Math.trunc(score))) ?? default_score) },
        ];
      }
      if (hasNoAnswer(state)) return [{ name, value: floor }];
      if (annotation === undefined) return [{ name, value: undefined }];
      return stats(name, Object.keys(annotator_models), verdictScores(state, scenario_name, isJudge) ?? annotated);
    },
  };
};

/** Means of all scores, of each criterion and of each judge; a judge without a readable reply has none. */
function stats(name: string, judges: readonly string[], scores: readonly AnnotatedScore[]): Measurement[] {
  const criteria = [...new Set(scores.map(({ criterion }) => criterion))];
  const meanOf = (wanted: (score: AnnotatedScore) => boolean) =>
    meanIfAny(scores.filter(wanted).map(({ score }) => score));
  const scored = new Set(scores.map(({ judge }) => judge)).size;
  return [
    { name, value: meanOf(() => true) },
    ...criteria.map((one) => ({
      name: `${name}_criterion_${one}`,
      value: meanOf(({ criterion }) => criterion === one),
    })),
    ...judges.map((one) => ({ name: `${name}_judge_${one}`, value: meanOf(({ judge }) => judge === one) })),
    { name: `${name}_verdicts_asked`, value: judges.length },
    { name: `${name}_verdicts_scored`, value: scored },
  ];
}

function verdictScores(
  state: RequestState,
  name: string,
  isJudge: (key: string) => boolean,
): AnnotatedScore[] | undefined {
  return verdictsIn(state.annotations)
    ?.[name]?.filter(({ judge }) => isJudge(judge))
    .flatMap((verdict) =>
      verdict.kind === "scored"
        ? Object.entries(verdict.scores).map(([criterion, { score }]) => ({ judge: verdict.judge, criterion, score }))
        : [],
    );
}

function hasNoAnswer(state: RequestState): boolean {
  return state.result?.success === false || isEmptyText(outsideThinking(completionsOf(state)[0].text));
}
