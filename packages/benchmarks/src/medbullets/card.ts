import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "medbullets",
  displayName: "Medbullets",
  description:
    "Cases in the style of steps 2 and 3 of the United States Medical Licensing Examination, each with a question and five options.",
  category: "Clinical Decision Support",
  subcategory: "Providing Clinical Knowledge Support",
  access: "public",
  licence: "none stated",
  form: "closed",
  source: "https://github.com/HanjieChen/ChallengeClinicalQA",
  mainMetric: "exact_match",
  mainSplit: "test",
  asks: "Answer a vignette in the style of the US licensing exam, from five options.",
  forWhom: "Students and researchers",
  floor: { kind: "chance", value: 0.2, note: "Guessing among five options scores 0.20." },
  example: {
    question:
      "A 67-year-old man wakes with sudden painless loss of sight in one eye. The fundus is pale with a cherry-red spot. Which is the most likely cause?\n\nA. Retinal detachment\nB. Central retinal artery occlusion\nC. Acute glaucoma\nD. Optic neuritis\nE. Vitreous bleeding\n\nAnswer:",
    answer: "B",
  },
  facets: {
    task: "Question answering",
    what: "Medical knowledge testing",
    who: "Medical student, . Researcher",
    when: "Any",
    language: "English",
  },
  origin: "existing",
  instanceCap: 1_000,
  dates: { firstPublic: "2024-02", answersPublic: "2024-02" },
  knownFaults: [
    "HELM reads the newest file of the repository. This loader pins the last commit that changed it.",
    "Under HELM scoring only the bare letter counts. A right answer in words, or with a full stop, scores 0.",
  ],
};
