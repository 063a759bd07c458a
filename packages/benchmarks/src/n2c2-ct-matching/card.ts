import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "n2c2_ct_matching",
  displayName: "N2C2-CT Matching",
  description:
    "All notes of a patient and one of thirteen inclusion criteria of a clinical trial. The model says whether the patient meets it.",
  category: "Medical Research Assistance",
  subcategory: "Managing Research Enrollment",
  access: "gated",
  org: "Harvard DBMI",
  licence: "n2c2 data use agreement (Harvard DBMI)",
  form: "closed",
  source: "https://doi.org/10.1093/jamia/ocz163",
  mainMetric: "exact_match",
  mainSplit: "test",
  asks: "Say whether a patient meets one criterion of a trial, given all notes.",
  forWhom: "Researchers",
  facets: {
    task: "Classification",
    what: "Classify whether a patient is a valid candidate for a clinical trial based on clinical notes",
    who: "Researcher",
    when: "Pre-Trial",
    language: "English",
  },
  origin: "reformulated",
  instanceCap: 1_000,
  cluster: { unit: "patient", consecutive: 1 },
  stratum: { unit: "criterion", argument: "subject" },
  dates: { firstPublic: "2018" },
  knownFaults: [
    "The current date is that of the last note with a date, and not the latest date. instances=corrected uses the latest.",
    'For patients without a date the current date is "None".',
    "HELM's entries use three of the thirteen criteria.",
  ],
};
