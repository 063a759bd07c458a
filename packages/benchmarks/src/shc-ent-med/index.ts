import { shcBenchmark } from "../shared/shc/shc-benchmark.ts";

export default shcBenchmark({
  card: {
    name: "shc_ent_med",
    displayName: "ENT-Referral",
    description:
      "Notes: do they support a referral to an ear, nose and throat specialist, oppose it, or not mention it?",
    category: "Administration and Workflow",
    subcategory: "Care Coordination and Planning",
    asks: "Say whether the note supports a referral to ear, nose and throat.",
    forWhom: "Hospital administrators",
    facets: {
      task: "Classification",
      what: "Identify referrals to ear, nose and throat specialists",
      who: "Hospital Administrator",
      when: "Any",
    },
    rowsFault: "Rows without a label are skipped. Every question starts with its number.",
  },
  scenario: "shc_ent_scenario.SHCENTMedScenario",
  sheet: {
    options: ["A", "B", "C"],
    skipsUnlabelled: true,
    letters: "A for yes, B for no, C for not mentioned",
    heading: (number) => `${number} `,
  },
  size: { instances: { low: 1000 }, promptTokens: [15_157, 15_725] },
  evidence: { kind: "sample only, as HELM", test: "test/parity/gated.test.ts" },
});
