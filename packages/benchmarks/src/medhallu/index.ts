import { benchmark } from "../define.ts";
import { exactMatch } from "../shared/metric-specs.ts";
import { card } from "./card.ts";
import { judgments } from "./instances.ts";
import { prompt } from "./prompt.ts";
import { readJudgment } from "./read-judgment.ts";

export default benchmark({
  card,
  scenario: {
    className: "helm.benchmark.scenarios.medhallu_scenario.MedHalluScenario",
    tags: ["knowledge", "reasoning", "biomedical"],
  },
  data: {
    rows: {
      path: "medhallu/train-00000-of-00001.parquet",
      url: "https://huggingface.co/datasets/UTAustin-AIHealth/MedHallu/resolve/515060458a945c633debc6fd5baac7764416b724/pqa_labeled/train-00000-of-00001.parquet",
    },
  },
  instances: (read) => judgments(read("rows")),
  prompt,
  metrics: exactMatch(),
  replyRule: { labels: ["0", "1"], read: readJudgment },
  size: { instances: { low: 1000, high: 2000 }, promptTokens: [682, 720] },
  evidence: { kind: "real data", test: "test/parity/multiple-choice.test.ts" },
});
