import { type MetricFactory, metricRegistry } from "@medhelm/core/metrics/metric";
import { coreMetrics } from "@medhelm/core/metrics/registry";
import { nearNames } from "@medhelm/core/text/near-names";
import type { AnnotatorFactory } from "@medhelm/core/run/annotator";
import type { Benchmark } from "@medhelm/core/run/benchmark";
import type { Card } from "@medhelm/core/run/card";
import { UserError } from "@medhelm/core/user-error";
import { EHR_SQL_ANNOTATOR, ehrSqlAnnotator } from "./ehr-sql/annotator.ts";
import { EHR_SQL_METRIC, ehrSqlMetric } from "./ehr-sql/metric.ts";
import { withHealthBench } from "./health-bench/metric.ts";
import { MEDCALC_METRIC, medcalcMetric } from "./medcalc-bench/metric.ts";
import { MEDEC_METRIC, medecMetric } from "./medec/metric.ts";
import { BILLING_METRIC, billingMetric } from "./mimiciv-billing-code/metric.ts";
import { withReplyRules } from "./shared/reply-rules.ts";
import { SCT_METRIC, sctMetric } from "./sct-bench/metric.ts";

type Thunk = () => Promise<{ readonly default: Benchmark }>;

/** Main name -> folder, loaded when it is asked for. Literal imports: bundlers and type stripping follow no computed path. */
export const benchmarks: Readonly<Record<string, Thunk>> = {
  aci_bench: () => import("./aci-bench/index.ts"),
  chw_care_plan: () => import("./chw-care-plan/index.ts"),
  clear: () => import("./clear/index.ts"),
  demo_notes: () => import("./demo-notes/index.ts"),
  demo_questions: () => import("./demo-questions/index.ts"),
  dischargeme: () => import("./dischargeme/index.ts"),
  ehr_sql: () => import("./ehr-sql/index.ts"),
  ehrshot: () => import("./ehrshot/index.ts"),
  head_qa: () => import("./head-qa/index.ts"),
  health_bench: () => import("./health-bench/index.ts"),
  health_bench_professional: () => import("./health-bench-professional/index.ts"),
  med_dialog: () => import("./med-dialog/index.ts"),
  med_mcqa: () => import("./med-mcqa/index.ts"),
  med_qa: () => import("./med-qa/index.ts"),
  medalign: () => import("./medalign/index.ts"),
  medbullets: () => import("./medbullets/index.ts"),
  medbullets_freetext: () => import("./medbullets-freetext/index.ts"),
  medcalc_bench: () => import("./medcalc-bench/index.ts"),
  medec: () => import("./medec/index.ts"),
  medhallu: () => import("./medhallu/index.ts"),
  medhelm_configurable_benchmark: () => import("./configurable/index.ts"),
  medi_qa: () => import("./medi-qa/index.ts"),
  medication_qa: () => import("./medication-qa/index.ts"),
  medxpert_qa_text: () => import("./medxpert-qa-text/index.ts"),
  mental_health: () => import("./mental-health/index.ts"),
  mimic_bhc: () => import("./mimic-bhc/index.ts"),
  mimic_rrs: () => import("./mimic-rrs/index.ts"),
  mimiciv_billing_code: () => import("./mimiciv-billing-code/index.ts"),
  mtsamples_procedures: () => import("./mtsamples-procedures/index.ts"),
  mtsamples_replicate: () => import("./mtsamples-replicate/index.ts"),
  n2c2_ct_matching: () => import("./n2c2-ct-matching/index.ts"),
  pubmed_qa: () => import("./pubmed-qa/index.ts"),
  race_based_med: () => import("./race-based-med/index.ts"),
  sct_bench: () => import("./sct-bench/index.ts"),
  shc_bmt_med: () => import("./shc-bmt-med/index.ts"),
  shc_cdi_med: () => import("./shc-cdi-med/index.ts"),
  shc_conf_med: () => import("./shc-conf-med/index.ts"),
  shc_ent_med: () => import("./shc-ent-med/index.ts"),
  shc_gip_med: () => import("./shc-gip-med/index.ts"),
  shc_privacy_med: () => import("./shc-privacy-med/index.ts"),
  shc_proxy_med: () => import("./shc-proxy-med/index.ts"),
  shc_ptbm_med: () => import("./shc-ptbm-med/index.ts"),
  shc_sei_med: () => import("./shc-sei-med/index.ts"),
  shc_sequoia_med: () => import("./shc-sequoia-med/index.ts"),
  starr_patient_instructions: () => import("./starr-patient-instructions/index.ts"),
};

/** Other names that an entry may use -> the main name. Kept here so that no folder is loaded to find one; a test compares. */
export const aliases: Readonly<Record<string, string>> = {
  medhelm_med_mcqa: "med_mcqa",
  medhelm_med_qa: "med_qa",
};

/**
 * The benchmark of an entry's name.
 * @throws UserError naming near names where there is none.
 */
export async function findBenchmark(name: string): Promise<Benchmark> {
  const main = Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name;
  const load = Object.hasOwn(benchmarks, main) ? benchmarks[main] : undefined;
  if (load !== undefined) return (await load()).default;
  const known = [...Object.keys(benchmarks), ...Object.keys(aliases)];
  const near = nearNames(name, known);
  throw new UserError(
    `unknown benchmark "${name}"; ${near.length > 0 ? `did you mean ${near.join(" or ")}?` : `known are ${known.join(", ")}`}`,
  );
}

/** Every card, by main name. Loads every folder. */
export async function allCards(): Promise<Card[]> {
  return Promise.all(Object.values(benchmarks).map(async (load) => (await load()).default.card));
}

/** What benchmarks' own metrics are called in run_spec.json -> how they score. */
const ownMetrics: Readonly<Record<string, MetricFactory>> = {
  [MEDCALC_METRIC]: medcalcMetric,
  [MEDEC_METRIC]: medecMetric,
  [BILLING_METRIC]: billingMetric,
  [EHR_SQL_METRIC]: ehrSqlMetric,
  [SCT_METRIC]: sctMetric,
};

/** The metric of a class name in metric_specs; undefined: this version cannot compute it. */
export const metricFor = withHealthBench(withReplyRules(metricRegistry(ownMetrics, coreMetrics)));

/** Steps after the answers that are no jury, by HELM's class names. */
const ownAnnotators: Readonly<Record<string, AnnotatorFactory>> = {
  [EHR_SQL_ANNOTATOR]: ehrSqlAnnotator,
};

/** The annotator of a class name in a run spec's annotators; undefined: a jury, or one that this version does not know. */
export const annotatorFor = (className: string): AnnotatorFactory | undefined =>
  Object.hasOwn(ownAnnotators, className) ? ownAnnotators[className] : undefined;
