import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "medalign",
  displayName: "MedAlign",
  description:
    "A clinician's instruction or question about one patient, and the end of that patient's record with up to 100,000 tokens.",
  category: "Clinical Decision Support",
  subcategory: "Providing Clinical Knowledge Support",
  access: "gated",
  org: "Stanford",
  licence: "MedAlign data use agreement (Stanford, Redivis)",
  form: "open",
  source: "https://redivis.com/datasets/48nr-frxd97exb",
  mainMetric: "medalign_accuracy",
  mainSplit: "test",
  asks: "Carry out a clinician's instruction over a long patient record.",
  forWhom: "Clinicians",
  facets: {
    task: "Text generation",
    what: "Answer questions and follow instructions over longitudinal EHR",
    who: "Clinician, Researcher",
    when: "Any",
    language: "English",
  },
  origin: "existing",
  instanceCap: 1_000,
  cluster: { unit: "patient", isLoaded: true },
  dates: { firstPublic: "2023-08" },
  knownFaults: [
    "A long record is cut at a token, which may be inside a character or an XML tag. The prompt shows its end.",
    "If an instruction occurs several times with different questions, its prompt has the last one.",
  ],
};
