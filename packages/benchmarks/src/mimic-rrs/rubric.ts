import { jury } from "../shared/jury.ts";

export const rubric = jury({
  className: "helm.benchmark.annotation.mimic_rrs_annotator.MIMICRRSAnnotator",
  name: "mimic_rrs",
  task: "You are a radiologist who checks the impression that somebody wrote from the findings of a report. Compare it with the impression of the radiologist who read the images.",
  criteria: {
    accuracy: "Is all that it says true to the findings and in line with the reference?",
    completeness: "Does it name every finding that matters for the patient?",
    clarity: "Is it short, and clear to the doctor who asked for the images?",
  },
});
