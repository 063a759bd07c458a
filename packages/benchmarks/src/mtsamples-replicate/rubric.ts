import { jury } from "../shared/jury.ts";

export const rubric = jury({
  className: "helm.benchmark.annotation.mtsamples_replicate_annotator.MTSamplesReplicateAnnotator",
  name: "mtsamples_replicate",
  task: "A treatment plan was written from a medical report whose own plan was cut off. Judge it as the treating physician would; the reference is what the report says there.",
  criteria: {
    accuracy: "is what it says medically sound, and true of this patient and this report?",
    completeness: "does it cover what the reference covers, and what this patient needs next?",
    clarity: "could the team act on it as it stands: specific, ordered, easy to read?",
  },
});
