import { YES_OR_NO } from "../shared/shc/questions.ts";
import { shcBenchmark } from "../shared/shc/shc-benchmark.ts";

const DEFINITIONS = [
  "The context is a note on a child with attention deficit hyperactivity disorder (ADHD).",
  "Side effects inquiry (SEI): the clinician writes down having asked about present side effects of the child's ADHD medication, or side effects that the child has had.",
  "Plans to watch for side effects later, and explanations of possible ones, are no SEI.",
  "No side effects inquiry (NSEI): the note shows nothing of the kind.",
].join(" ");

export default shcBenchmark({
  card: {
    name: "shc_sei_med",
    displayName: "ADHD-MedEffects",
    description:
      "Notes of children who take medication for ADHD: do they document that the clinician asked about side effects, as guidelines require?",
    category: "Clinical Decision Support",
    subcategory: "Providing Clinical Knowledge Support",
    source: "https://doi.org/10.1542/peds.2024-067223",
    asks: "Say whether a children's ADHD note documents a question about side effects.",
    forWhom: "Clinicians and carers",
    facets: {
      task: "Classification",
      what: "Detect monitoring of side effects of ADHD medication",
      who: "Clinician, Researcher",
      when: "During Treatment",
    },
    knownFaults: [
      "HELM's taxonomy has the facets of this benchmark and of shc_ptbm_med swapped; here they are corrected.",
    ],
  },
  scenario: "shc_sei_scenario.SHCSEIMedScenario",
  sheet: {
    options: ["A", "B"],
    letters: YES_OR_NO,
    about: DEFINITIONS,
  },
  size: { instances: { low: 915, high: 915 }, promptTokens: [730, 777] },
});
