import { jury } from "../shared/jury.ts";

export const rubric = jury({
  className: "helm.benchmark.annotation.med_dialog_annotator.MedDialogAnnotator",
  name: "med_dialog",
  task: "An exchange between a patient and a doctor was summarised in one sentence. Judge the sentence as a clinician would who looks for this exchange later; the reference is the headline that stood above it.",
  criteria: {
    accuracy: "does it name the problem and the details as the exchange has them?",
    completeness: "is what matters medically in the exchange in the sentence?",
    clarity: "is it understood at first reading?",
  },
});
