import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "medec",
  displayName: "MEDEC",
  description:
    "A clinical text with one numbered sentence per line, which is right or contains one medical error. The model replies CORRECT, or the number of the wrong sentence and its correction.",
  category: "Clinical Decision Support",
  subcategory: "Planning Treatments",
  access: "public",
  licence: "CC BY 4.0",
  form: "closed",
  source: "https://github.com/abachaa/MEDEC",
  mainMetric: "medec_error_flag_accuracy",
  mainSplit: "test",
  asks: "Find the one wrong sentence in a clinical text, or say that the text is correct.",
  forWhom: "Clinicians and researchers",
  floor: {
    kind: "majority",
    value: 0.521,
    note: "311 of 597 texts hold an error; always answering “there is an error” scores 0.52.",
  },
  example: {
    question:
      "0 A 34-year-old man has had three days of fever and cough.\n1 The chest film shows a right lower lobe shadow.\n2 He is treated with vancomycin by mouth for pneumonia.\n3 He is seen again after two days.\n\nWhich sentence is wrong? Give its number and the corrected sentence, or write CORRECT.",
    answer: "2 He is treated with amoxicillin by mouth for pneumonia.",
  },
  facets: {
    task: "Classification",
    what: "Detect and correct errors in medical narratives",
    who: "Researcher, Clinician",
    when: "Any",
    language: "English",
  },
  origin: "existing",
  instanceCap: 1_000,
  dates: { firstPublic: "2024-12", answersPublic: "2024-12" },
  knownFaults: [
    "Under HELM scoring a text with an error never has sentence accuracy, so no model can exceed 286 of 597. Every reply except CORRECT, even an empty one, counts as a flagged error.",
    "The correction itself is not scored. The instances come only from the MS part of the data, not from the UW part.",
  ],
};
