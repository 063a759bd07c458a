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
