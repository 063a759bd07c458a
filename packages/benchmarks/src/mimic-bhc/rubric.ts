import { jury } from "../shared/jury.ts";

export const rubric = jury({
  className: "helm.benchmark.annotation.mimic_bhc_annotator.MIMICBHCAnnotator",
  name: "mimic_bhc",
  task: "You are a hospital doctor who checks a brief hospital course that somebody wrote from the rest of a discharge note. Compare it with the one of the treating team.",
  criteria: {
    accuracy: "Is all that it says true to the note and in line with the reference?",
    completeness: "Does it tell every event, treatment and decision that matters?",
    clarity: "Is it in good order, and clear to the next doctor?",
  },
});
