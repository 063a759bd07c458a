import { benchmark } from "../define.ts";
import { basic } from "../shared/metric-specs.ts";
import { card } from "./card.ts";
import { texts } from "./instances.ts";
import { MEDEC_METRIC, medecMetric } from "./metric.ts";
import { prompt } from "./prompt.ts";

export default benchmark({
  card,
  scenario: {
    className: "helm.benchmark.scenarios.medec_scenario.MedecScenario",
    tags: ["error_detection", "error_correction", "biomedical"],
  },
  groups: ["clinical", "medec"],
  data: {
    texts: {
      path: "medec/MEDEC-MS-TestSet-with-GroundTruth-and-ErrorType.csv",
      // the commit that HELM pins
      url: "https://raw.githubusercontent.com/abachaa/MEDEC/49c59dcba43a7af8717590a405b11a57f42b04df/MEDEC-MS/MEDEC-MS-TestSet-with-GroundTruth-and-ErrorType.csv",
      sha256: "f35e2c3c1e4d98ca900394c4fcff14c2a84752e48ddc83698401da6a360c707e",
    },
  },
  instances: (read) => texts(read("texts")),
  prompt,
  metrics: [{ class_name: MEDEC_METRIC, args: {} }, ...basic([])],
  ownMetrics: { [MEDEC_METRIC]: medecMetric },
  size: { instances: { low: 597, high: 597 }, promptTokens: [305, 327] },
  evidence: { kind: "real data, as HELM", test: "test/parity/medec.test.ts" },
});
