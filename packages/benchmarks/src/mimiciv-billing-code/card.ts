import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "mimiciv_billing_code",
  displayName: "MIMIC-IV Billing Code",
  description: "A discharge summary of MIMIC-IV. The model lists the ICD-10 codes of its bill.",
  category: "Administration and Workflow",
  subcategory: "Overseeing Financial Activities",
  access: "gated",
  org: "PhysioNet",
  licence: "PhysioNet Credentialed Health Data License",
  form: "closed",
  source: "https://physionet.org/content/mimiciv/",
  mainMetric: "mimiciv_billing_code_f1",
  mainSplit: "test",
  asks: "List the ICD-10 codes that fit a discharge summary.",
  forWhom: "Hospital administrators",
  facets: {
    task: "Classification",
    what: "Predict ICD-10 billing codes from clinical discharge notes",
    who: "Hospital Admistrator",
    when: "During or after patient discharge",
    language: "English",
  },
  origin: "reformulated",
  instanceCap: 1_000,
  cluster: { unit: "patient", isLoaded: true },
  knownFaults: [
    "Under HELM scoring codes are truncated to the digits after the letter (S72.001A becomes S72), so that different codes become one. Procedure codes do not count. The score is the mean of the notes' F1.",
    "HELM stops at a note if it finds no code in the gold list and in the reply. Here that note has no score under HELM scoring.",
  ],
};
