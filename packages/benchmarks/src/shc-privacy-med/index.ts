import { YES_OR_NO } from "../shared/shc/questions.ts";
import { shcBenchmark } from "../shared/shc/shc-benchmark.ts";
import { card } from "./card.ts";

export default shcBenchmark({
  card,
  scenario: "shc_privacy_scenario.SHCPRIVACYMedScenario",
  sheet: {
    options: ["A", "B"],
    letters: YES_OR_NO,
    about: "The context is a message of a patient portal; look in it for confidential information.",
  },
});
