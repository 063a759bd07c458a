import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "mtsamples_procedures",
  displayName: "MTSamples Procedures",
  description:
    "Transcribed operative notes, cut off before plan, summary or findings. The model writes that section, and a jury compares it with the note's text.",
  category: "Clinical Note Generation",
  subcategory: "Recording Procedures",
  access: "public",
  licence: "none stated; the texts come from mtsamples.com",
  form: "open",
  source: "https://github.com/raulista1997/benchmarkdata, folder mtsample_procedure",
  mainMetric: "mtsamples_procedures_accuracy",
  mainSplit: "test",
  asks: "Write the plan or summary of a transcribed operation note.",
  forWhom: "Clinicians and researchers",
  example: {
    question:
      "PROCEDURE: Removal of a 2 cm lipoma of the left forearm under local anaesthesia.\nDETAILS: Skin cleaned, 5 mL lidocaine, incision along the skin line, lipoma shelled out whole, three nylon sutures. No bleeding.\n\nWrite the plan.",
    answer:
      "Keep dry for two days. Sutures out in ten days. Histology result by telephone. Return if red, swollen or painful.",
  },
  facets: {
    task: "Text generation",
    what: "Document and extract information about medical procedures",
    who: "Clinician, Researcher",
    when: "Post-procedure",
    language: "English",
  },
  origin: "reformulated",
  instanceCap: 1_000,
  knownFaults: [
    "The reference is one line: the first after PLAN:, otherwise after SUMMARY: or FINDINGS:, although the prompt requests a plan.",
    "HELM loses three of the 131 notes with a reference because of a # in their names, so there are 128 instances.",
  ],
};
