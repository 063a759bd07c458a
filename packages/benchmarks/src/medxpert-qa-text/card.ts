import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "medxpert_qa_text",
  displayName: "MedXpertQA",
  description:
    "Text questions at the level of medical specialists, each with ten options. Each has a known task, body system and kind of question.",
  category: "Clinical Decision Support",
  subcategory: "Providing Clinical Knowledge Support",
  access: "public",
  licence: "MIT",
  form: "closed",
  source:
    "https://huggingface.co/datasets/TsinghuaC3I/MedXpertQA, configuration Text (no revision is pinned by MedHELM's newer library)",
  mainMetric: "exact_match",
  mainSplit: "test",
  asks: "Answer a question at the level of medical specialists from ten options.",
  forWhom: "Students and researchers",
  floor: { kind: "chance", value: 0.1, note: "Guessing among ten options scores 0.10." },
  example: {
    question:
      "A 45-year-old man has weakness of both legs two weeks after diarrhoea. Reflexes are absent. Which finding in the spinal fluid is most likely?\n\nA. High protein with few cells\nB. High protein with many neutrophils\nC. Low glucose\nD. Oligoclonal bands only\nE. Red cells\nF. Normal protein with lymphocytes\nG. 14-3-3 protein\nH. Malignant cells\nI. Xanthochromia\nJ. Eosinophils\n\nAnswer:",
    answer: "A",
  },
  facets: {
    task: "Question answering",
    what: "Medical knowledge testing",
    who: "Medical student, Researcher",
    when: "Any",
    language: "English",
  },
  origin: "existing",
  stratum: { unit: "task", field: "medical_task" },
  dates: { firstPublic: "2025-01", answersPublic: "2025-01" },
  knownFaults: [
    "Only MedHELM's newer library has this benchmark. HELM 0.5.16 lacks it.",
    "Under HELM scoring only the bare letter counts. A right answer in words, or with a full stop, scores 0.",
  ],
};
