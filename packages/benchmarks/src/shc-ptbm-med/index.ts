import { YES_OR_NO } from "../shared/shc/questions.ts";
import { shcBenchmark } from "../shared/shc/shc-benchmark.ts";
import { card } from "./card.ts";

export default shcBenchmark({
  card,
  scenario: "shc_ptbm_scenario.SHCPTBMMedScenario",
  sheet: {
    options: ["A", "B"],
    letters: YES_OR_NO,
    about:
      "The context is a note on a child with attention deficit hyperactivity disorder (ADHD); look in it for mentions of behavioral therapy.",
  },
});
