import type { RequestState } from "@medhelm/core/helm/scenario-state";
import { completionsOf } from "@medhelm/core/metrics/general-stats";
import type { InstanceStats, Measurement, MetricFactory } from "@medhelm/core/metrics/metric";
import { strip } from "@medhelm/core/metrics/python-text";
import { HelmAnnotation } from "./annotation.ts";
import { readQuery } from "./read-query.ts";
import { helmIsRight, ownOrHelms, score } from "./verdict.ts";

export const EHR_SQL_METRIC = "helm.benchmark.metrics.ehr_sql_metrics.EhrSqlMetric";

/** Scores the two results that the annotator stored (docs/scoring.md, "EHRSQL"). */
export const ehrSqlMetric: MetricFactory = () => ({
  ofInstance: (state, { profile }) => (profile === "helm" ? helmStats(state) : correctedStats(state)),
  readingsOf: (state, { profile }) =>
    profile === "helm" || state.result?.success === false
      ? []
      : [{ reader: "sql", reading: readQuery(completionsOf(state)[0].text) }],
  derive: (sums, { profile }) => (profile === "helm" ? [] : derived(sums)),
});

const named = (values: Readonly<Record<string, number>>): Measurement[] =>
  Object.entries(values).map(([name, value]) => ({ name: `ehr_sql_${name}`, value }));

const isImpossible = ({ instance }: RequestState): boolean => instance.extra_data?.["is_impossible"] === true;

function helmStats(state: RequestState): Measurement[] {
  const annotation = HelmAnnotation.safeParse(state.annotations?.["ehr_sql"]);
  if (!annotation.success) return [];
  const reply = strip(completionsOf(state)[0].text);
  const hasQuery = strip(state.instance.references[0]?.output.text ?? "") !== "";
  const isAnswerable = hasQuery && !isImpossible(state);
  const isAnswered = reply !== "";
  const isBoth = Number(isAnswerable && isAnswered);
  return named({
    execution_accuracy: Number(hasQuery && helmIsRight(annotation.data, reply)),
    query_validity: Number(isAnswered && annotation.data.query_error === null),
    // HELM: both names have the same number, over all questions
    precision_answerable: isBoth,
    recall_answerable: isBoth,
    total_predicted_answerable: Number(isAnswered),
    total_ground_truth_answerable: Number(isAnswerable),
  });
}

function correctedStats(state: RequestState): Measurement[] {
  const results = ownOrHelms(state.annotations ?? {}, isImpossible(state), completionsOf(state)[0].text);
  if (results === undefined) return [];
  const { gold, predicted } = results;
  const value = score(results);
  const isAnswerable = gold.kind !== "abstained";
  const isAnswered = predicted.kind !== "abstained";
  return named({
    execution_accuracy: Number(value === 1),
    query_validity: Number(predicted.kind === "rows"),
    total_predicted_answerable: Number(isAnswered),
    total_ground_truth_answerable: Number(isAnswerable),
    both_answerable: Number(isAnswerable && isAnswered),
    wrong: Number(value === -1),
  });
}

const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/**
 * Precision and recall of "the question can be answered", and the authors' reliability scores in per cent, as they publish
 * them.
 */
function derived(sums: InstanceStats): Measurement[] {
  const right = sums.get("ehr_sql_execution_accuracy");
  if (right === undefined || right.count === 0) return [];
  const sum = (name: string): number => sums.get(`ehr_sql_${name}`)?.sum ?? 0;
  const both = sum("both_answerable");
  const [predicted, gold] = [sum("total_predicted_answerable"), sum("total_ground_truth_answerable")];
  const reliability = (penalty: number): number => (100 * (right.sum - penalty * sum("wrong"))) / right.count;
  return named({
    precision_answerable: ratio(both, predicted),
    recall_answerable: ratio(both, gold),
    f1_answerable: ratio(2 * both, predicted + gold),
    rs_0: reliability(0),
    rs_5: reliability(5),
    rs_10: reliability(10),
    rs_n: reliability(right.count),
  });
}
