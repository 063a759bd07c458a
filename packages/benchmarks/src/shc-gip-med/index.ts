import { YES_OR_NO } from "../shared/shc/questions.ts";
import { shcBenchmark } from "../shared/shc/shc-benchmark.ts";

export default shcBenchmark({
  card: {
    name: "shc_gip_med",
    displayName: "HospiceReferral",
    description: "Notes of palliative care: should the patient be referred to hospice?",
    category: "Administration and Workflow",
    subcategory: "Scheduling Resources and Staff",
    asks: "Say whether the patient is eligible for hospice care.",
    forWhom: "Hospital administrators",
    facets: {
      task: "Classification",
      what: "Assess whether a referral to hospice is appropriate",
      who: "Hospital Administrator",
      when: "End-of-care",
    },
  },
  scenario: "shc_gip_scenario.SHCGIPMedScenario",
  sheet: {
    options: ["A", "B"],
    letters: YES_OR_NO,
  },
  size: { instances: { low: 1000 }, promptTokens: [22_654, 23_794] },
});
