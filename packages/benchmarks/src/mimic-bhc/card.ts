import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "mimic_bhc",
  displayName: "MIMIC-IV-BHC",
  description: "A discharge note of MIMIC-IV without its brief hospital course, which the model writes.",
  category: "Clinical Note Generation",
  subcategory: "Documenting Patient Visits",
  access: "gated",
  org: "PhysioNet",
  licence: "PhysioNet credentialed health data use agreement",
  form: "open",
  source: "https://physionet.org/content/labelled-notes-hospital-course/",
  mainMetric: "mimic_bhc_accuracy",
  mainSplit: "test",
  asks: "Summarise a discharge note into a brief hospital course.",
  forWhom: "Clinicians",
  facets: {
    task: "Text generation",
    what: "Summarize the clinical note into a brief hospital course",
    who: "Clinician",
    when: "Upon hospital discharge",
    language: "English",
  },
  origin: "existing",
  instanceCap: 1_000,
  cluster: { unit: "patient", isLoaded: true },
  knownFaults: ["Every note of the file is an instance, because the file has no splits."],
};
