import { YES_OR_NO } from "../shared/shc/questions.ts";
import { shcBenchmark } from "../shared/shc/shc-benchmark.ts";

export default shcBenchmark({
  card: {
    name: "shc_ptbm_med",
    displayName: "ADHD-Behavior",
    description:
      "Notes of visits of young children with ADHD: does the clinician recommend parent training in behaviour management, the first treatment at that age?",
    category: "Clinical Decision Support",
    subcategory: "Providing Clinical Knowledge Support",
    source: "https://doi.org/10.1093/jamia/ocae001",
    asks: "Say whether a children's ADHD note recommends parent training in behaviour management.",
    forWhom: "Clinicians and researchers",
    facets: {
      task: "Classification",
      what: "Detect recommendations of behaviour management for ADHD",
      who: "Clinician, Caregiver",
      when: "Early Intervention",
    },
    knownFaults: [
      "HELM's taxonomy has the facets of this benchmark and of shc_sei_med swapped; here they are corrected.",
    ],
  },
  scenario: "shc_ptbm_scenario.SHCPTBMMedScenario",
  sheet: {
    options: ["A", "B"],
    letters: YES_OR_NO,
    about:
      "The context is a note on a child with attention deficit hyperactivity disorder (ADHD); look in it for mentions of behavioral therapy.",
  },
  size: { instances: { low: 423, high: 423 }, promptTokens: [278, 292] },
});
