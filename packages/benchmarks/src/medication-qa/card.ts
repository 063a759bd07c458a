import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "medication_qa",
  displayName: "MedicationQA",
  description:
    "Questions about medicines that people sent to the U.S. National Library of Medicine. The model answers in free text, and a jury compares with an answer from a trusted source.",
  category: "Patient Communication and Education",
  subcategory: "Providing Patient Education Resources",
  access: "public",
  licence: "none stated; the authors ask to be cited",
  form: "open",
  source: "https://github.com/abachaa/Medication_QA_MedInfo2019",
  mainMetric: "medication_qa_accuracy",
  mainSplit: "test",
  asks: "Answer a patient's question about a medicine.",
  forWhom: "Patients and pharmacists",
  example: {
    question: "Can I take ibuprofen together with lisinopril?",
    answer:
      "A single dose is unlikely to harm, but regular use can raise blood pressure and harm the kidneys; ask a pharmacist and prefer paracetamol.",
  },
  facets: {
    task: "Question answering",
    what: "Answer consumer medication-related questions",
    who: "Patient, Pharmacist",
    when: "Any",
    language: "English",
  },
  origin: "existing",
  instanceCap: 1_000,
  dates: { firstPublic: "2019", answersPublic: "2019" },
  knownFaults: [
    'One of the 690 questions is skipped, because pandas reads its answer "n/a" as an empty cell.',
    "The references are passages of web pages of 2019 and earlier. Recommendations may have changed.",
  ],
};
