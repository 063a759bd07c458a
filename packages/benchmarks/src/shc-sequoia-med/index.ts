import { YES_OR_NO } from "../shared/shc/questions.ts";
import { shcBenchmark } from "../shared/shc/shc-benchmark.ts";

export default shcBenchmark({
  card: {
    name: "shc_sequoia_med",
    displayName: "ClinicReferral",
    description: "Notes of palliative care: should the patient be referred to the Sequoia clinic?",
    category: "Administration and Workflow",
    subcategory: "Organizing Workflow Processes",
    asks: "Say whether the patient should be referred to a specialist clinic.",
    forWhom: "Hospital administrators",
    facets: {
      task: "Classification",
      what: "Answer whether a patient is to be referred to a clinic",
      who: "Hospital Administrator",
      when: "Pre-referral",
    },
    rowsFault: "Every question starts with a space and its number in the file.",
  },
  scenario: "shc_sequoia_scenario.SHCSequoiaMedScenario",
  sheet: {
    questionColumn: "question",
    options: ["A", "B"],
    letters: YES_OR_NO,
    heading: (number) => ` ${number} `,
  },
  size: { instances: { low: 327, high: 327 }, promptTokens: [39_468, 41_040] },
  evidence: { kind: "sample only, as HELM", test: "test/parity/gated.test.ts" },
});
