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
  asks: "Turn a conversation between doctor and patient into a clinical note with four sections.",
  forWhom: "Clinicians",
  example: {
    question:
      "[doctor] good morning. what brings you in?\n[patient] my left knee. it gave way on the stairs on sunday.\n[doctor] any swelling?\n[patient] a bit, the first evening.\n[doctor] let's see. no effusion now, stable ligaments, tender on the inner joint line. i think the inner meniscus is irritated. rest, ibuprofen 400 with food for five days, and come back in two weeks.\n\nWrite the note with the sections: history, examination, results, assessment and plan.",
    answer:
      "HISTORY: Left knee gave way on the stairs on Sunday, mild swelling that evening.\nEXAMINATION: No effusion, ligaments stable, tender at the medial joint line.\nRESULTS: None.\nASSESSMENT AND PLAN: Irritation of the medial meniscus. Rest, ibuprofen 400 mg with food for five days, review in two weeks.",
  },
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
