import { YES_OR_NO } from "../shared/shc/questions.ts";
import { shcBenchmark } from "../shared/shc/shc-benchmark.ts";

export default shcBenchmark({
  card: {
    name: "shc_privacy_med",
    displayName: "PrivacyDetection",
    description: "Messages of a patient portal: do they disclose confidential information?",
    category: "Patient Communication and Education",
    subcategory: "Patient-Provider Messaging",
    source: "https://doi.org/10.1001/jamapediatrics.2024.4438",
    asks: "Say whether a portal message leaks confidential information.",
    forWhom: "Clinicians and carers",
    facets: {
      task: "Classification",
      what: "Classify whether a message leaks private information",
      who: "Clinician, Caregiver",
      when: "Any",
    },
  },
  scenario: "shc_privacy_scenario.SHCPRIVACYMedScenario",
  sheet: {
    options: ["A", "B"],
    letters: YES_OR_NO,
    about: "The context is a message of a patient portal; look in it for confidential information.",
  },
  size: { instances: { low: 300, high: 300 }, promptTokens: [254, 266] },
});
