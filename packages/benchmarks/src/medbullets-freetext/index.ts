import { benchmark } from "../define.ts";
import { CASES } from "../medbullets/data.ts";
import { basic } from "../shared/metric-specs.ts";
import { card } from "./card.ts";
import { cases } from "./instances.ts";
import { prompt } from "./prompt.ts";

export default benchmark({
  card,
  name: () => "medbullets-freetext",
  scenario: {
    className: "helm.benchmark.scenarios.medbullets_scenario.MedBulletsFreeTextScenario",
    tags: ["reasoning", "biomedical"],
  },
  groups: ["clinical", "medbullets-freetext"],
  data: { cases: CASES },
  instances: (read) => cases(read("cases")),
  prompt,
  metrics: basic(["exact_match", "quasi_exact_match", "f1_score", "rouge_l", "bleu_1", "bleu_4"]),
});
