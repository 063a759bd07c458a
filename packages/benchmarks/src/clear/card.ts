import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "clear",
  displayName: "CLEAR",
  description:
    "Clinical notes of Stanford patients and thirteen conditions or circumstances. The model says whether the patient has a history of one, does not, or the note leaves it open.",
  category: "Clinical Decision Support",
  subcategory: "Supporting Diagnostic Decisions",
  access: "private",
  org: "Stanford",
  licence: "held by Stanford Health Care; not published",
  form: "closed",
  source: "https://www.nature.com/articles/s41746-024-01377-1",
  mainMetric: "exact_match",
  mainSplit: "test",
  asks: "Decide from a note whether the patient has a history of one named condition: yes, no or uncertain.",
  forWhom: "Clinicians",
  facets: {
    task: "Classification",
    what: "Classify medical condition presence from patient notes",
    who: "Clinician",
    when: "Any",
    language: "English",
  },
  origin: "reformulated",
  instanceCap: 100,
  cluster: { unit: "patient" },
  stratum: { unit: "condition", argument: "condition" },
  knownFaults: [
    "Every prompt lists the options twice.",
    'An empty note becomes the word "nan" and is still an instance.',
    "Each condition is a separate run. HELM's entries use 100 notes of each.",
  ],
};
