import { YES_OR_NO } from "../shared/shc/questions.ts";
import { shcBenchmark } from "../shared/shc/shc-benchmark.ts";

export default shcBenchmark({
  card: {
    name: "shc_bmt_med",
    displayName: "BMT-Status",
    description:
      "Notes about transplants of bone marrow or blood stem cells, with yes-or-no questions, for example whether another transplant followed.",
    category: "Medical Research Assistance",
    subcategory: "Recording Research Processes",
    asks: "Say whether the note shows a further bone-marrow or stem-cell transplant.",
    forWhom: "Researchers",
    facets: {
      task: "Question answering",
      what: "Answer questions about bone marrow transplants",
      who: "Researcher",
      when: "Any",
    },
  },
  scenario: "shc_bmt_scenario.SHCBMTMedScenario",
  sheet: {
    options: ["A", "B"],
    letters: YES_OR_NO,
  },
  size: { instances: { low: 220, high: 220 }, promptTokens: [2042, 2157] },
});
