import { benchmark } from "../define.ts";
import { healthBenchMetric } from "../health-bench/metric.ts";
import { prompt } from "../health-bench/prompt.ts";
import { basic, LLM_JURY } from "../shared/metric-specs.ts";
import { unzipped } from "../files/read-zip.ts";
import { card } from "./card.ts";
import { tasks } from "./instances.ts";
import { rubric } from "./rubric.ts";

export default benchmark({
  card,
  scenario: {
    className: "helm.benchmark.scenarios.health_bench_scenario.HealthBenchProfessionalScenario",
    tags: ["health", "rubric", "llm-judge"],
  },
  data: {
    tasks: {
      path: "health_bench_professional/assets.zip",
      url: "https://openaipublic.blob.core.windows.net/simple-evals/healthbench_professional/assets.zip",
      sha256: "a5286ead1f03d178c7f7b134a5ac16944998428303012f0921814701e0f3995e",
      isReported: true,
    },
  },
  instances: (read) => tasks(unzipped(read("tasks"), "healthbench_professional_eval.jsonl")),
  prompt,
  metrics: basic([]),
  jury: rubric,
  ownMetrics: { [LLM_JURY]: healthBenchMetric },
  size: { rubricItems: { low: 2, high: 50 } },
});
