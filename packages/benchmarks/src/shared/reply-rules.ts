import { basicGenerationWith, type ReplyRule } from "@medhelm/core/metrics/basic-generation";
import type { MetricRegistry } from "@medhelm/core/metrics/metric";
import { readJudgment } from "../medhallu/read-judgment.ts";

const SCENARIOS = "helm.benchmark.scenarios";
const GENERATION = "helm.benchmark.metrics.basic_metrics.BasicGenerationMetric";

/** Benchmarks whose questions share their labels, by HELM's class of the scenario (profile `corrected`). */
const rules: Readonly<Record<string, ReplyRule>> = {
  [`${SCENARIOS}.medhallu_scenario.MedHalluScenario`]: { labels: ["0", "1"], read: readJudgment },
  [`${SCENARIOS}.pubmed_qa_scenario.PubMedQAScenario`]: { labels: ["yes", "no", "maybe"] },
};

/** BasicGenerationMetric with the rule of the run's scenario; the others as they are. */
export const withReplyRules =
  (others: MetricRegistry): MetricRegistry =>
  (className, scenario = "") => {
    const rule = className === GENERATION && Object.hasOwn(rules, scenario) ? rules[scenario] : undefined;
    return rule === undefined ? others(className, scenario) : basicGenerationWith(rule);
  };
