import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "medcalc_bench",
  displayName: "MedCalc-Bench",
  description:
    "A patient note and a question for the value of one of 55 clinical calculators: a laboratory formula, a dose, a date, a risk or severity score. The model replies with the bare value.",
  category: "Clinical Decision Support",
  subcategory: "Supporting Diagnostic Decisions",
  access: "public",
  licence: "CC BY-SA 4.0",
  form: "closed",
  source: "https://github.com/ncbi-nlp/MedCalc-Bench",
  mainMetric: "medcalc_bench_accuracy",
  mainSplit: "test",
  asks: "Read a patient note and work out one named clinical value, such as a creatinine clearance. Answer with the number or date only.",
  forWhom: "Clinicians and researchers",
  example: {
    question:
      "Patient note: A 64-year-old man, 82 kg, comes for review before chemotherapy. Serum creatinine 1.4 mg/dL.\n\nQuestion: What is his creatinine clearance by the Cockcroft-Gault equation, in mL/min?\n\nAnswer with the number only.",
    answer: "61.8 (58.7 to 64.9 is accepted)",
  },
  facets: {
    task: "Computational reasoning",
    what: "Compute a specific medical value from a patient note",
    who: "Clinician, Researcher",
    when: "Any",
    language: "English",
  },
  origin: "existing",
  instanceCap: 1_000,
  cluster: { unit: "patient note", isLoaded: true },
  stratum: { unit: "kind of calculator", field: "category" },
  dates: { firstPublic: "2024-06", answersPublic: "2024-06" },
  knownFaults: [
    "Under HELM scoring the categories lab and dosage (367 of 1,047 questions) always score 0, and scores must equal the gold text character by character. No model can exceed 0.649.",
    "Version 1.2 (1,100 questions) has no published checksum. The loader reads only the file that you provide, and the manifest records it.",
  ],
};
