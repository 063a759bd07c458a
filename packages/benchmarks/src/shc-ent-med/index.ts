import { shcBenchmark } from "../shared/shc/shc-benchmark.ts";
import { card } from "./card.ts";

export default shcBenchmark({
  card,
  scenario: "shc_ent_scenario.SHCENTMedScenario",
  sheet: {
    options: ["A", "B", "C"],
    skipsUnlabelled: true,
    letters: "A for yes, B for no, C for not mentioned",
    heading: (number) => `${number} `,
  },
});
