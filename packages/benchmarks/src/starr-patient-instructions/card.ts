import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "starr_patient_instructions",
  displayName: "PatientInstruct",
  description:
    "Diagnosis, procedure, history and operative note of a minor operation. The model writes the instructions for the patient at home.",
  category: "Patient Communication and Education",
  subcategory: "Delivering Personalized Care Instructions",
  access: "private",
  org: "Stanford",
  licence: "held at Stanford; not published",
  form: "open",
  source: "Stanford STARR-OMOP (unpublished)",
  mainMetric: "starr_patient_instructions_accuracy",
  mainSplit: "test",
  asks: "Write after-surgery instructions for one patient from the surgeon's notes.",
  forWhom: "Clinicians",
  facets: {
    task: "Text generation",
    what: "Generate customized post-procedure patient instructions",
    who: "Clinician",
    when: "Post-procedure",
    language: "English",
  },
  origin: "new",
  instanceCap: 1_000,
  knownFaults: ["Only cases that passed a quality check and have every field are instances."],
};
