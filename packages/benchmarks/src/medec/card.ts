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
