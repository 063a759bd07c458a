import { jury } from "../shared/jury.ts";

export const rubric = jury({
  className: "helm.benchmark.annotation.mtsamples_procedures_annotator.MTSamplesProceduresAnnotator",
  name: "mtsamples_procedures",
  task: "A plan or summary was written from an operative note that was cut off before it. Judge it as the surgeon would who did the procedure; the reference is what the note says there.",
  criteria: {
    accuracy: "is what it says medically sound, and true of this patient and this procedure?",
    completeness: "does it cover what the reference covers, and what this patient needs next?",
    clarity: "could the team act on it as it stands: specific, ordered, easy to read?",
  },
});
