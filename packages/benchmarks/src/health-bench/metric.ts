import { isEmptyText } from "@medhelm/core/text/is-empty-text";
import type { RequestState } from "@medhelm/core/helm/scenario-state";
import { itemKey } from "@medhelm/core/judge/item-reason";
import { COMPARISON, ExampleRubric } from "@medhelm/core/judge/rubric-items";
import { verdictsIn } from "@medhelm/core/judge/verdict";
import { completionsOf } from "@medhelm/core/metrics/general-stats";
import { type InstanceStats, type Measurement, type MetricFactory, ofExample } from "@medhelm/core/metrics/metric";
import { outsideThinking } from "@medhelm/core/reading/thinking/thinking-places";
import { meanIfAny } from "@medhelm/core/statistics/mean";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { clipped, exampleScores, OVERALL } from "./score.ts";

const Args = z.object({
  metric_name: z.string(),
  scenario_name: z.string(),
  annotator_models: z.record(z.string(), z.unknown()),
  default_score: z.number().default(0),
});
const Annotation = z.record(z.string(), z.unknown());
const Replies = z.object({ accuracy: z.object({ criteria: z.array(z.looseObject({ criteria_met: z.unknown() })) }) });
const Accuracy = z.object({ accuracy: z.object({ score: z.number() }) });

/**
 * The jury's score of HealthBench. `helm`: the mean over the judges of the number that HELM's newer library stores.
 * `corrected`: the authors' rule. `<name>_example` is an example's score, unclipped, as the mean over judges. `<name>` is the mean over examples,
 * clipped to 0..1. `<name>_<tag>` is the same for each tag. An empty answer meets no item. If no judge could grade, the example has no score.
 */
export const healthBenchMetric: MetricFactory = (args) => {
  const parsed = Args.safeParse(args);
  if (!parsed.success) throw new UserError("LLMJuryMetric needs args metric_name, scenario_name and annotator_models");
  const { metric_name: name, scenario_name: annotation, annotator_models: judges, default_score: none } = parsed.data;
  return {
    ofInstance: (state, { profile }) => {
      if (profile === "helm") return [{ name, value: helmMean(state.annotations?.[annotation], judges, none) }];
      return corrected(name, annotation, Object.keys(judges), state);
    },
    derive: (sums, { profile }) => (profile === "helm" ? [] : clippedMeans(name, sums)),
  };
};

/** HELM's newer library reads scores unchanged, also fractions. Without a judge the score is the default. */
function helmMean(annotation: unknown, judges: Readonly<Record<string, unknown>>, none: number): number | undefined {
  const fields = Annotation.safeParse(annotation).data;
  if (fields === undefined) return undefined;
  const scores = Object.keys(judges).flatMap((judge) => Accuracy.safeParse(fields[judge]).data?.accuracy.score ?? []);
  return meanIfAny(scores) ?? none;
}

function corrected(
  name: string,
  annotation: string,
  judges: readonly string[],
  state: RequestState,
): readonly Measurement[] {
  const example = ExampleRubric.safeParse(state.instance.extra_data).data;
  if (example === undefined) return [{ name: ofExample(name), value: undefined }];
  const graded = gradesOf(state, annotation, judges, example.rubrics.length);
  const hasAnswer = !isEmptyText(outsideThinking(completionsOf(state)[0].text));
  const grades = hasAnswer ? graded.map(({ met }) => met) : [[]];
  const byJudge = grades.flatMap((met) => exampleScores(example, met) ?? []);
  const names = new Set([OVERALL, ...byJudge.flatMap((scores) => [...scores.keys()])]);
  const scores = [...names].map((one) => ({
    name: one === OVERALL ? ofExample(name) : `${ofExample(name)}_${one}`,
    value: meanIfAny(byJudge.flatMap((each) => each.get(one) ?? [])),
  }));
  if (!hasAnswer) return scores;
  const comparisons = graded.flatMap(({ comparison }) => comparison ?? []);
  return [
    ...scores,
    ...(comparisons.length === 0 ? [] : [{ name: `${name}_comparison`, value: meanIfAny(comparisons) }]),
    { name: `${name}_verdicts_asked`, value: judges.length },
    { name: `${name}_verdicts_scored`, value: graded.length },
  ];
}

/** One judge's grades of an answer. */
interface Grades {
  readonly met: readonly boolean[];
  readonly comparison?: number | undefined;
}

/**
 * The grades of the judges that graded every item. A run of HELM's has no verdicts; then its stored replies are read in the
 * order of the items.
 */
function gradesOf(state: RequestState, annotation: string, judges: readonly string[], items: number): Grades[] {
  const verdicts = verdictsIn(state.annotations)?.[annotation];
  if (verdicts !== undefined)
    return verdicts
      .filter((verdict) => verdict.kind === "scored")
      .filter(({ judge }) => judges.includes(judge))
      .map(({ scores }) => ({
        met: Array.from({ length: items }, (_, i) => scores[itemKey(i)]?.score === 1),
        comparison: scores[COMPARISON]?.score,
      }));
  const stored = Annotation.safeParse(state.annotations?.[annotation]).data ?? {};
  return judges.flatMap((judge) => {
    const replies = Replies.safeParse(stored[judge]).data?.accuracy.criteria.map((reply) => reply.criteria_met) ?? [];
    const met = replies.slice(0, items).map((reply) => String(reply).toLowerCase() === "true");
    const comparison = replies[items];
    // with more replies than the items and one comparison, or with fewer, the items of the replies are unknown
    if (met.length < items || replies.length > items + 1) return [];
    return [{ met, comparison: typeof comparison === "number" ? comparison : undefined }];
  });
}

const clippedMeans = (name: string, sums: InstanceStats): Measurement[] =>
  [...sums].flatMap(([of, { mean: value }]) =>
    of.startsWith(ofExample(name)) && value !== undefined
      ? [{ name: of.replace(ofExample(name), name), value: clipped(value) }]
      : [],
  );
