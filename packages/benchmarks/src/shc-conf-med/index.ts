import { YES_OR_NO } from "../shared/shc/questions.ts";
import { shcBenchmark } from "../shared/shc/shc-benchmark.ts";

export default shcBenchmark({
  card: {
    name: "shc_conf_med",
    displayName: "MedConfInfo",
    description: "Notes of adolescents: do they contain confidential information that parents must not see?",
    category: "Patient Communication and Education",
    subcategory: "Patient-Provider Messaging",
    source: "https://jamanetwork.com/journals/jamapediatrics/fullarticle/2814109",
    asks: "Say whether an adolescent's note holds something that should be kept from parents.",
    forWhom: "Clinicians",
    facets: {
      task: "Classification",
      what: "Identify sensitive health information in notes of adolescents",
      who: "Clinician",
      when: "Any",
    },
  },
  scenario: "shc_conf_scenario.SHCCONFMedScenario",
  sheet: {
    options: ["A", "B"],
    letters: YES_OR_NO,
  },
  size: { instances: { low: 1000 }, promptTokens: [2018, 2090] },
  evidence: { kind: "sample only, as HELM", test: "test/parity/gated.test.ts" },
});
