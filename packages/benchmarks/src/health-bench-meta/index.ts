import { chat } from "@medhelm/core/run/spec/prompt-specs";
import { benchmark } from "../define.ts";
import { dataPath } from "../shared/arguments.ts";
import { basic } from "../shared/metric-specs.ts";
import { card } from "./card.ts";
import { judgedItems } from "./instances.ts";
import { META_METRIC, physicianAgreementMetric } from "./metric.ts";

const FILE = "2025-05-07-06-14-12_oss_meta_eval.jsonl";

export default benchmark({
  card,
  args: { data_path: dataPath },
  scenario: {
    className: "medhelm.benchmarks.HealthBenchMeta",
    tags: ["health", "judge"],
    args: () => ({}),
  },
  licensed: {
    path: `health_bench/${FILE}`,
    holds:
      "the authors' file of physicians' labels, one JSON object a line with prompt, completion, rubric, category, binary_labels and anonymized_physician_ids",
    obtain: "download the authors' meta-evaluation file, which their repository names",
    files: [
      {
        path: `health_bench/${FILE}`,
        url: `https://openaipublic.blob.core.windows.net/simple-evals/healthbench/${FILE}`,
      },
    ],
    isWhole: true,
  },
  instances: async (_read, { files }) => judgedItems(await files.read()),
  prompt: chat({ maxTokens: 1_024 }),
  metrics: [{ class_name: META_METRIC, args: {} }, ...basic([])],
  ownMetrics: { [META_METRIC]: physicianAgreementMetric },
});
