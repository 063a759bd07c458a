import { jury } from "../shared/jury.ts";

export const rubric = jury({
  className: "helm.benchmark.annotation.medalign_annotator.MedalignAnnotator",
  name: "medalign",
  task: "You are a clinician who checks the answer to a colleague's instruction about a patient's record. Compare it with the answer that a clinician wrote.",
  criteria: {
    accuracy: "Is all that it says true to the record and in line with the reference?",
    completeness: "Does it do all that the instruction asks for?",
    clarity: "Is it to the point and clear to a clinician?",
  },
});
