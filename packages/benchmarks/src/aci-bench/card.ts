import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "aci_bench",
  displayName: "ACI-Bench",
  description:
    "Role-played conversations between a doctor and a patient. The model writes the note of the visit in four sections, and a jury compares it with a clinician's note.",
  category: "Clinical Note Generation",
  subcategory: "Documenting Patient Visits",
  access: "public",
  licence: "CC BY 4.0",
  form: "open",
  source: "https://github.com/wyim/aci-bench",
  mainMetric: "aci_bench_accuracy",
  mainSplit: "test",
  facets: {
    task: "Text generation",
    what: "Extract and structure information from patient-doctor conversations",
    who: "Clinician",
    when: "Any",
    language: "English",
  },
  origin: "existing",
  instanceCap: 1_000,
  dates: { firstPublic: "2023-06", answersPublic: "2023-06" },
  knownFaults: [
    "The limit of 768 tokens truncates long notes, which many references are.",
    "Every prompt introduces the conversation twice, in the benchmark's words and in the text of the instance.",
  ],
};
