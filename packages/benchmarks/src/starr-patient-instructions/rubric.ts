import { jury } from "../shared/jury.ts";

export const rubric = jury({
  className: "helm.benchmark.annotation.starr_patient_instructions_annotator.StarrPatientInstructionsAnnotator",
  name: "starr_patient_instructions",
  task: "You are a surgeon who checks instructions that somebody wrote for a patient to take home after a procedure. Compare them with those that the patient was given.",
  criteria: {
    accuracy: "Is all advice right for this patient and this procedure?",
    completeness: "Do they cover wound, medicines, activity, warning signs and follow-up as far as they matter here?",
    clarity: "Can the patient understand and follow them?",
  },
});
