import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "dischargeme",
  displayName: "DischargeMe",
  description:
    "A discharge summary and a radiology report of MIMIC-IV. The model writes the brief hospital course or the instructions for the patient.",
  category: "Clinical Note Generation",
  subcategory: "Documenting Patient Visits",
  access: "gated",
  org: "PhysioNet",
  licence: "PhysioNet credentialed health data use agreement",
  form: "open",
  source: "https://physionet.org/content/discharge-me/1.3/",
  mainMetric: "dischargeme_accuracy",
  mainSplit: "test",
  asks: "Write the hospital course or the discharge instructions from the rest of the discharge papers.",
  forWhom: "Clinicians",
  facets: {
    task: "Text generation",
    what: "Generate discharge instructions from hospital notes",
    who: "Clinician",
    when: "Upon hospital discharge",
    language: "English",
  },
  origin: "existing",
  instanceCap: 1_000,
  cluster: { unit: "stay", consecutive: 2 },
  dates: { firstPublic: "2024" },
  knownFaults: [
    "Each stay gives two questions, the course and the instructions, which share most of their text.",
    "If a stay has several radiology reports, the prompt shows the first one of the file.",
    "The requested text is removed from the summary at every occurrence. The remaining text may still reveal it.",
  ],
};
