import { YES_OR_NO } from "../shared/shc/questions.ts";
import { shcBenchmark } from "../shared/shc/shc-benchmark.ts";

export default shcBenchmark({
  card: {
    name: "shc_proxy_med",
    displayName: "ProxySender",
    description: "Messages of a patient portal: did the patient send them, or another person, such as a parent?",
    category: "Patient Communication and Education",
    subcategory: "Patient-Provider Messaging",
    source: "https://doi.org/10.1001/jamapediatrics.2024.4438",
    asks: "Say whether a portal message was sent by the patient or by somebody else.",
    forWhom: "Clinicians and carers",
    facets: {
      task: "Classification",
      what: "Classify whether a message was sent by a proxy",
      who: "Clinician, Caregiver",
      when: "Any",
    },
    knownFaults: ["There are three options, but the question explains only A and B."],
  },
  scenario: "shc_proxy_scenario.SHCPROXYMedScenario",
  sheet: {
    options: ["A", "B", "C"],
    letters: YES_OR_NO,
    about: "The context is a message of a patient portal; find out whether somebody other than the patient wrote it.",
  },
  size: { instances: { low: 300, high: 300 }, promptTokens: [180, 188] },
});
