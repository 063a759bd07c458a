import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "ehrshot",
  displayName: "EHRSHOT",
  description:
    "The codes of a patient's record up to a point in time. The model predicts a later event: a stay in intensive care, a readmission, an abnormal laboratory value or a first diagnosis.",
  category: "Clinical Decision Support",
  subcategory: "Predicting Patient Risks and Outcomes",
  access: "gated",
  org: "Stanford",
  licence: "EHRSHOT data use agreement (Stanford, Redivis)",
  form: "closed",
  source: "https://redivis.com/datasets/53gc-8rhx41kgt",
  mainMetric: "exact_match",
  mainSplit: "test",
  asks: "Predict from a list of record codes whether a named event will happen.",
  forWhom: "Clinicians and insurers",
  facets: {
    task: "Classification",
    what: "Predict whether a medical event will occur in the future based on EHR codes",
    who: "Clinician, Insurer",
    when: "Future prediction",
    language: "English",
  },
  origin: "existing",
  instanceCap: 1_000,
  cluster: { unit: "patient", isLoaded: true },
  stratum: { unit: "task", argument: "subject" },
  dates: { firstPublic: "2023-07" },
  knownFaults: [
    "HELM's prompts and labels match only if the label file is sorted by patient and time. They never match in lab tasks, whose labels are drawn at random. With instances=corrected each label has the prompt of its patient.",
    "Prompts with more than max_length tokens of GPT-4 are skipped.",
    "The prompt has only codes, without values and times.",
    "HELM's entries use three of the fourteen tasks. The labels are far from balanced.",
  ],
};
