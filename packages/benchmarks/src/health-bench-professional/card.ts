import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "health_bench_professional",
  displayName: "HealthBench Professional",
  description:
    "Clinicians' tasks as conversations. Physicians wrote a rubric for each. Judges say whether the answer meets each item, and compare the answer with a physician's.",
  category: "Clinical Decision Support",
  subcategory: "Providing Clinical Knowledge Support",
  access: "public",
  licence: "MIT",
  form: "open",
  source: "https://huggingface.co/datasets/openai/healthbench-professional",
  mainMetric: "health_bench_professional_score",
  mainSplit: "test",
  asks: "Do a clinician's task that is set in a conversation, such as a differential diagnosis or a letter.",
  forWhom: "Clinicians",
  example: {
    question:
      "Clinician: 58-year-old woman, new atrial fibrillation, TSH 0.02. List what I should check before I start a rate-control drug, in order.",
    answer:
      "Items of a rubric, for example: names free T4 (+4 points); asks about asthma before a beta blocker (+5); recommends amiodarone first (-5).",
  },
  facets: {
    task: "Text generation",
    what: "Execute diagnostic reasoning and documentation tasks based on clinical workflows",
    who: "Clinician",
    when: "Any",
    language: "English",
  },
  origin: "existing",
  dates: { firstPublic: "2026-04", answersPublic: "2026-04" },
  knownFaults: [
    "MedHELM's newer library invented the comparison with a physician's answer, from 1 to 10. Under HELM scoring it is half of the score; under corrected it is a separate number.",
    "Under HELM scoring a negative item counts 10 more than its points, and the answer earns them if it has the fault.",
    "Answers are truncated at 512 tokens. The judges and their prompt are not the authors'.",
  ],
};
