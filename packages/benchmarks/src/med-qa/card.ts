import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "med_qa",
  displayName: "MedQA",
  description: "Questions of the medical board exams of the United States. One of four options is right.",
  category: "Clinical Decision Support",
  subcategory: "Providing Clinical Knowledge Support",
  access: "public",
  licence: "MIT (authors' repository)",
  form: "closed",
  source:
    "https://github.com/jind11/MedQA (data_clean.zip on Google Drive, 1ImYUSLk9JbgHXOemfvyiDiirluZHPeQw; no checksum published)",
  mainMetric: "exact_match",
  mainSplit: "test",
  asks: "Answer a US medical board question from four options.",
  forWhom: "Students and clinicians",
  floor: { kind: "chance", value: 0.25, note: "Guessing among four options scores 0.25." },
  example: {
    question:
      "A 29-year-old woman has had palpitations and weight loss for two months. Pulse 112/min. TSH is below 0.01 mU/L. Which finding best points to Graves disease?\n\nA. A single warm nodule\nB. Eyelid retraction with proptosis\nC. A tender gland after a cold\nD. A raised serum calcitonin\n\nAnswer:",
    answer: "B",
  },
  facets: { task: "question answering", what: "n/a", who: "n/a", when: "n/a", language: "English" },
  origin: "existing",
  instanceCap: 1_000,
  dates: { firstPublic: "2020-09", answersPublic: "2020-09" },
  knownFaults: [
    "If only the test file exists, the run has no examples and its ids start at id0. HELM numbers all three splits consecutively.",
    "HELM draws the evaluated questions from the test and the validation split together but ranks on the test split. Some of 1,000 questions are from the validation split.",
    "Under HELM scoring only the bare letter counts. A right answer in words, or with a full stop, scores 0.",
  ],
};
