import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "med_mcqa",
  displayName: "MedMCQA",
  description:
    "Questions of the entrance exams of Indian medical schools. One of four options is right. The answers of the test split are not public, so the instances come from the authors' dev file, as split valid.",
  category: "Clinical Decision Support",
  subcategory: "Providing Clinical Knowledge Support",
  access: "public",
  licence: "MIT (authors' repository)",
  form: "closed",
  source:
    "https://github.com/medmcqa/medmcqa (zip on Google Drive, 15VkJdq5eyWIkfb_aoD3oS8i4tScbHYky; no checksum published)",
  mainMetric: "exact_match",
  mainSplit: "valid",
  asks: "Answer an Indian medical entrance-exam question from four options.",
  forWhom: "Students",
  floor: { kind: "chance", value: 0.25, note: "Guessing among four options scores 0.25." },
  example: {
    question:
      "Which vitamin is given to prevent neural tube defects?\n\nA. Thiamine\nB. Folic acid\nC. Vitamin K\nD. Niacin\n\nAnswer:",
    answer: "B",
  },
  facets: { task: "question answering", what: "n/a", who: "n/a", when: "n/a", language: "English" },
  origin: "existing",
  instanceCap: 1_000,
  dates: { firstPublic: "2022-03", answersPublic: "2022-03" },
  knownFaults: [
    "If only dev.json exists, the run has no examples and its ids start at id0. HELM numbers the 182,822 training questions first.",
    "Under HELM scoring only the bare letter counts. A right answer in words, or with a full stop, scores 0.",
  ],
};
