import { z } from "zod";
import { benchmark } from "../define.ts";
import { basic, LLM_JURY } from "../shared/metric-specs.ts";
import { card } from "./card.ts";
import { examples } from "./instances.ts";
import { healthBenchMetric } from "./metric.ts";
import { prompt } from "./prompt.ts";
import { rubric } from "./rubric.ts";

const SOURCE = "https://openaipublic.blob.core.windows.net/simple-evals/healthbench";

/** The authors' three files. MedHELM's newer library reads "all". */
const SUBSETS = {
  all: {
    file: "2025-05-07-06-14-12_oss_eval.jsonl",
    sha256: "e99dd3c6372c10d6fcc5e385c5fae69d0dd40392dae56836ef9493ae324ecd2f",
  },
  hard: {
    file: "hard_2025-05-08-21-00-10.jsonl",
    sha256: "b0320430e5cd974e746585594c1dd10b5a3fc2aff9c72b26106c2c4a069d74e9",
  },
  consensus: {
    file: "consensus_2025-05-09-20-00-46.jsonl",
    sha256: "fabe37553327238928b05357d8b309737b5d426d6dee432a3376da618d0969d6",
  },
} as const;

export default benchmark({
  card,
  args: { subset: z.enum(["all", "hard", "consensus"]).default("all") },
  // "all" has the name and the specification of MedHELM's newer library
  name: ({ subset }) => (subset === "all" ? "health_bench" : `health_bench:subset=${subset}`),
  scenario: {
    className: "helm.benchmark.scenarios.health_bench_scenario.HealthBenchScenario",
    tags: ["health", "rubric", "llm-judge"],
    args: ({ subset }) => (subset === "all" ? {} : { subset }),
  },
  data: ({ subset }) => {
    const { file, sha256 } = SUBSETS[subset];
    return { examples: { path: `health_bench/${file}`, url: `${SOURCE}/${file}`, sha256, isReported: true } };
  },
  instances: (read) => examples(read("examples")),
  prompt,
  metrics: basic([]),
  jury: rubric,
  ownMetrics: { [LLM_JURY]: healthBenchMetric },
  size: { rubricItems: { low: 2, high: 50 } },
});
