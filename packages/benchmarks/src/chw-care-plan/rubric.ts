import { jury } from "../shared/jury.ts";

export const rubric = jury({
  className: "helm.benchmark.annotation.chw_care_plan_annotator.CHWCarePlanAnnotator",
  name: "chw_care_plan",
  task: "You check how somebody put a health worker's free note into the fields that the task names. Nothing may be added, and what the note does not tell is to be marked as not mentioned.",
  seesReference: false,
  criteria: {
    accuracy: "Is every entry in the note, and in the right field?",
    structure: "Are all fields there, in the form that the task asks for?",
    clarity: "Is it easy to read, in words as near to the note as can be?",
  },
});
