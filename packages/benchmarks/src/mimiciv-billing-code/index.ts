import { dataPath } from "../shared/arguments.ts";
import { benchmark } from "../define.ts";
import { card } from "./card.ts";
import { notes } from "./instances.ts";
import { BILLING_METRIC, billingMetric } from "./metric.ts";
import { prompt } from "./prompt.ts";

export default benchmark({
  card,
  args: { data_path: dataPath },
  scenario: {
    className: "helm.benchmark.scenarios.mimiciv_billing_code_scenario.MIMICIVBillingCodeScenario",
    tags: ["question_answering", "biomedical"],
  },
  licensed: {
    path: "mimiciv_billing_code/mimiciv_icd10.feather",
    holds:
      "mimiciv_icd10.feather with the columns text (the discharge summary) and target (the list of its ICD-10 codes)",
    obtain:
      "make it from MIMIC-IV and MIMIC-IV-Note, which PhysioNet gives to credentialed users, with the code of Edin et al. 2023 (medical-coding-reproducibility)",
  },
  instances: async (_read, { files }) => notes(await files.read()),
  prompt,
  metrics: [
    { class_name: BILLING_METRIC, args: {} },
    { class_name: "helm.benchmark.metrics.basic_metrics.InstancesPerSplitMetric", args: {} },
  ],
  ownMetrics: { [BILLING_METRIC]: billingMetric },
  size: { instances: { low: 1000 }, promptTokens: [2008, 2141] },
  evidence: { kind: "sample only, as HELM", test: "test/parity/mimiciv-billing-code.test.ts" },
});
