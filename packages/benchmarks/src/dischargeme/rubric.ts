import { jury } from "../shared/jury.ts";

export const rubric = jury({
  className: "helm.benchmark.annotation.dischargeme_annotator.DischargeMeAnnotator",
  name: "dischargeme",
  task: "You are a hospital doctor who checks a text for a discharge, a brief hospital course or instructions for the patient, that somebody wrote from the rest of the record. Compare it with the one of the treating team.",
  criteria: {
    accuracy: "Is all that it says true to the record and in line with the reference?",
    completeness: "Does it hold everything that the reader of such a text must know?",
    clarity: "Is it in good order, and clear to its reader, doctor or patient?",
  },
});
