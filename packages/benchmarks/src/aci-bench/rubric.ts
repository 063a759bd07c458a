import { jury } from "../shared/jury.ts";

export const rubric = jury({
  className: "helm.benchmark.annotation.aci_bench_annotator.ACIBenchAnnotator",
  name: "aci_bench",
  task: "A clinical note was written from the conversation of a visit. Judge it as the clinician would who has to sign it: against what was said, and against the reference, the note of a colleague.",
  criteria: {
    accuracy: "are history, findings, results and plan those of the conversation, with nothing made up or mistaken?",
    completeness: "is everything there that the record of this visit needs?",
    clarity: "can a colleague read it quickly: the four sections in order, plain and without ambiguity?",
  },
});
