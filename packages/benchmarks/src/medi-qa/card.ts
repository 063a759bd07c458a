import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "medi_qa",
  displayName: "MEDIQA",
  description:
    "Consumers' health questions from the MEDIQA 2019 shared task. The model answers in free text, and a jury compares with the web passage that experts ranked first.",
  category: "Patient Communication and Education",
  subcategory: "Enhancing Patient Understanding and Accessibility in Health Communication",
  access: "public",
  licence: "none stated",
  form: "open",
  source: "https://github.com/abachaa/MEDIQA2019",
  mainMetric: "medi_qa_accuracy",
  mainSplit: "test",
  asks: "Answer a consumer's health question in free text.",
  forWhom: "Clinicians and students",
  example: {
    question: "How long is chickenpox catching?",
    answer:
      "From one to two days before the rash until all blisters have dried, usually five to seven days after it began.",
  },
  facets: {
    task: "Text generation",
    what: "Retrieve and rank answers based on medical question understanding",
    who: "Clinician, Medical Student",
    when: "Any",
    language: "English",
  },
  origin: "existing",
  instanceCap: 1_000,
  dates: { firstPublic: "2019", answersPublic: "2019" },
  knownFaults: [
    "The references are long passages of web pages that a retrieval system found, and not answers to the question.",
    "HELM reads a copy of the file on Hugging Face through a loader script. This loader reads the authors' XML.",
  ],
};
