import { YES_OR_NO } from "../shared/shc/questions.ts";
import { shcBenchmark } from "../shared/shc/shc-benchmark.ts";
import { card } from "./card.ts";

export default shcBenchmark({
  card,
  scenario: "shc_gip_scenario.SHCGIPMedScenario",
  sheet: {
    options: ["A", "B"],
    letters: YES_OR_NO,
  },
});
