import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "sct_bench",
  displayName: "SCT-Bench",
  description:
    "Script concordance tests: a case, a hypothesis about diagnosis or treatment, and a new finding. The model rates from -2 to +2 how the finding changes the hypothesis. The score is the number of experts who gave that rating, divided by the number who gave the most frequent one.",
  category: "Clinical Decision Support",
  subcategory: "Supporting Diagnostic Decisions",
  access: "public",
  licence: "MIT (authors' repository)",
  form: "closed",
  source:
    "https://github.com/SCT-Bench/sctpublic at commit c2843137b36218eac3f47e76eaa559c9fe7973e9; no checksum is published",
  mainMetric: "sct_score",
  mainSplit: "test",
  asks: "Rate from -2 to +2 how a new finding changes a hypothesis about diagnosis or treatment.",
  forWhom: "Clinicians",
  example: {
    question:
      "A 30-year-old woman has pain when breathing in.\nIf you were thinking of: pulmonary embolism\nAnd then you find: a normal D-dimer\n\nThe hypothesis becomes: -2 much less likely, -1 less likely, 0 neither, +1 more likely, +2 much more likely.",
    answer: "Of ten experts, seven gave -2 and three gave -1: -2 scores 1, -1 scores 0.43, all others 0.",
  },
  facets: {
    task: "clinical reasoning",
    what: "Rate impact of new clinical information on diagnostic/treatment hypotheses",
    who: "Clinician",
    when: "Any",
    language: "English",
  },
  origin: "existing",
  cluster: { unit: "vignette", isLoaded: true },
  knownFaults: [
    "Only MedHELM's newer library has this benchmark. HELM 0.5.16 lacks it.",
    "The guideline and the five worked examples in each question are this project's and not the authors'.",
    'Under HELM scoring a positive rating must be +1 or +2 after "Rating: ". Corrected scoring also reads 1, 2, bold and the minus sign.',
  ],
};
