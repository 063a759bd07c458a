import { YES_OR_NO } from "../shared/shc/questions.ts";
import { shcBenchmark } from "../shared/shc/shc-benchmark.ts";
import { card } from "./card.ts";

export default shcBenchmark({
  card,
  scenario: "shc_proxy_scenario.SHCPROXYMedScenario",
  sheet: {
    options: ["A", "B", "C"],
    letters: YES_OR_NO,
    about: "The context is a message of a patient portal; find out whether somebody other than the patient wrote it.",
  },
});
