import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "demo_questions",
  displayName: "Demo questions (invented)",
  description:
    "Thirty invented multiple-choice questions across the five categories. They show how the tool works and do not measure a model's quality.",
  category: "Clinical Decision Support",
  subcategory: "Providing Clinical Knowledge Support",
  access: "public",
  licence: "Apache-2.0",
  form: "closed",
  source: "written for this project; no person's data",
  mainMetric: "exact_match",
  mainSplit: "test",
  asks: "Answer an invented question from four options.",
  forWhom: "Anyone who tries the tool",
  floor: { kind: "chance", value: 0.25, note: "Guessing among four options scores 0.25." },
  example: {
    question:
      "Which instrument measures body temperature?\n\nA. Thermometer\nB. Stethoscope\nC. Otoscope\nD. Spirometer\n\nAnswer:",
    answer: "A",
  },
  facets: {
    task: "Question answering",
    what: "Answer short invented questions",
    who: "Anyone who tries the tool",
    when: "Any",
    language: "English",
  },
  knownFaults: [
    "The questions are easy and few, and the authors of the tool wrote them. They do not measure a model's quality.",
  ],
};
