import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "mimic_rrs",
  displayName: "MIMIC-RRS",
  description: "The findings of a radiology report of MIMIC-III. The model writes the impression.",
  category: "Clinical Note Generation",
  subcategory: "Documenting Diagnostic Reports",
  access: "gated",
  org: "PhysioNet",
  licence: "PhysioNet credentialed health data use agreement",
  form: "open",
  source: "https://doi.org/10.18653/v1/2023.acl-short.41",
  mainMetric: "mimic_rrs_accuracy",
  mainSplit: "test",
  asks: "Write the impression of a radiology report from its findings.",
  forWhom: "Radiologists",
  facets: {
    task: "Text generation",
    what: "Generate radiology report summaries from findings sections",
    who: "Radiologist",
    when: "Post-imaging",
    language: "English",
  },
  origin: "existing",
  instanceCap: 1_000,
  cluster: { unit: "patient" },
  knownFaults: [
    "Reports without findings or without an impression are skipped.",
    "The text is in lower case and tokenized.",
  ],
};
