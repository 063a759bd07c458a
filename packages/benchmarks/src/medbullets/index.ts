import { benchmark } from "../define.ts";
import { exactMatch } from "../shared/metric-specs.ts";
import { card } from "./card.ts";
import { CASES } from "./data.ts";
import { cases } from "./instances.ts";
import { prompt } from "./prompt.ts";

export default benchmark({
  card,
  scenario: {
    className: "helm.benchmark.scenarios.medbullets_scenario.MedBulletsScenario",
    tags: ["reasoning", "biomedical"],
  },
  groups: ["clinical", "medbullets"],
  data: { cases: CASES },
  instances: (read) => cases(read("cases")),
  prompt,
  metrics: exactMatch(),
  size: { instances: { low: 308, high: 308 }, promptTokens: [330, 347] },
});
