import { YES_OR_NO } from "../shared/shc/questions.ts";
import { shcBenchmark } from "../shared/shc/shc-benchmark.ts";
import { card } from "./card.ts";

const DEFINITIONS = [
  "The context is a note on a child with attention deficit hyperactivity disorder (ADHD).",
  "Side effects inquiry (SEI): the clinician writes down having asked about present side effects of the child's ADHD medication, or side effects that the child has had.",
  "Plans to watch for side effects later, and explanations of possible ones, are no SEI.",
  "No side effects inquiry (NSEI): the note shows nothing of the kind.",
].join(" ");

export default shcBenchmark({
  card,
  scenario: "shc_sei_scenario.SHCSEIMedScenario",
  sheet: {
    options: ["A", "B"],
    letters: YES_OR_NO,
    about: DEFINITIONS,
  },
});
