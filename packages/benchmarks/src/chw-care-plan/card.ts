import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "chw_care_plan",
  displayName: "NoteExtract",
  description:
    "Free-text notes on visits by a health worker. The model sorts their content into given fields and adds nothing.",
  category: "Clinical Note Generation",
  subcategory: "Documenting Care Plans",
  access: "private",
  org: "Stanford",
  licence: "held at Stanford; not published",
  form: "open",
  source: "Stanford (unpublished)",
  mainMetric: "chw_care_plan_accuracy",
  mainSplit: "test",
  asks: "Sort a free-text care note into fixed fields without inventing anything.",
  forWhom: "Clinicians and researchers",
  facets: {
    task: "Text generation",
    what: "Convert general text care plans into structured formats",
    who: "Clinician, Researcher",
    when: "Any",
    language: "English",
  },
  origin: "new",
  instanceCap: 1_000,
  knownFaults: [
    "There is no reference. The note itself replaces it, so ROUGE and BERTScore compare the reply with its source.",
    "Judges see no reference, and they grade structure instead of completeness.",
  ],
};
