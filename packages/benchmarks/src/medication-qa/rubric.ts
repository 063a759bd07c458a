import { jury } from "../shared/jury.ts";

export const rubric = jury({
  className: "helm.benchmark.annotation.medication_qa_annotator.MedicationQAAnnotator",
  name: "medication_qa",
  task: "Someone without medical training asked about a medicine. Judge the answer as a pharmacist would; the reference is what a trusted source says.",
  criteria: {
    accuracy: "is what it says about the medicine right and safe to follow?",
    completeness: "does it answer all that was asked, and give the warnings that a person must know?",
    clarity: "would someone without medical training understand it and know what to do?",
  },
});
