import { YES_OR_NO } from "../shared/shc/questions.ts";
import { shcBenchmark } from "../shared/shc/shc-benchmark.ts";

export default shcBenchmark({
  card: {
    name: "shc_cdi_med",
    displayName: "CDI-QA",
    description: "Questions of clinical documentation integrity: does the note show that the patient has a condition?",
    category: "Administration and Workflow",
    subcategory: "Care Coordination and Planning",
    asks: "Say whether the documentation supports a condition.",
    forWhom: "Hospital administrators",
    facets: {
      task: "Classification",
      what: "Answer verification questions on documentation",
      who: "Hospital Administrator",
      when: "Any",
    },
  },
  scenario: "shc_cdi_scenario.SHCCDIMedScenario",
  sheet: {
    options: ["A", "B"],
    letters: YES_OR_NO,
  },
  size: { instances: { low: 1000 }, promptTokens: [62_289, 65_244] },
});
