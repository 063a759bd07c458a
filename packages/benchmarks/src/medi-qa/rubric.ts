import { jury } from "../shared/jury.ts";

export const rubric = jury({
  className: "helm.benchmark.annotation.medi_qa_annotator.MediQAAnnotator",
  name: "medi_qa",
  task: "Someone without medical training asked about health. Judge the answer as a physician would; the reference is the passage that experts found most useful of several.",
  criteria: {
    accuracy: "is what it says medically right and in keeping with the evidence?",
    completeness: "does it answer all that was asked, and what a careful answer would add?",
    clarity: "would someone without medical training understand it?",
  },
});
