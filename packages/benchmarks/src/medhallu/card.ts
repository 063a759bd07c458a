import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "medhallu",
  displayName: "MedHallu",
  description:
    "A thousand questions of PubMedQA with their passages, each once with the right answer and once with an invented one. The model replies 0 for factual or 1 for hallucinated.",
  category: "Medical Research Assistance",
  subcategory: "Ensuring Clinical Research Quality",
  access: "public",
  licence: "MIT",
  form: "closed",
  source:
    "https://huggingface.co/datasets/UTAustin-AIHealth/MedHallu at revision 515060458a945c633debc6fd5baac7764416b724, as HELM pins it; no checksum is published",
  mainMetric: "exact_match",
  mainSplit: "test",
  asks: "Say whether an answer is factual or invented, given the source passage.",
  forWhom: "Researchers",
  floor: {
    kind: "majority",
    value: 0.5,
    note: "Half of the answers are invented; always saying one thing scores 0.50.",
  },
  example: {
    question:
      "Passage: In 80 patients, drug A lowered systolic pressure by 9 mmHg and placebo by 2 mmHg.\nQuestion: Does drug A lower blood pressure?\nAnswer: Yes, by 25 mmHg on average.\n\nIs the answer factual (0) or invented (1)?",
    answer: "1",
  },
  facets: {
    task: "Classification",
    what: "Verify whether answers to questions from PubMed articles are factual or hallucinated",
    who: "Researcher",
    when: "Any",
    language: "English",
  },
  origin: "existing",
  instanceCap: 1_000,
  cluster: { unit: "source row", consecutive: 2 },
  dates: { firstPublic: "2025-02", answersPublic: "2025-02" },
  knownFaults: [
    "As in HELM, the prompt shows the passage as Python prints a list, with brackets and escapes.",
    "Under HELM scoring only the bare digit counts. Corrected scoring reads the label to which the reply commits, as a digit or a word, and computes macro-F1.",
    "The authors search a reply for the texts 1, not and non, so that their numbers are not comparable: to them not sure is hallucinated, and hallucinated is factual.",
  ],
};
