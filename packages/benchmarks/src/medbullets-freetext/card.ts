import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "medbullets_freetext",
  displayName: "Medbullets (free text)",
  description: "The cases of Medbullets without their options. The model answers in its own words.",
  category: "Clinical Decision Support",
  subcategory: "Providing Clinical Knowledge Support",
  access: "public",
  licence: "none stated",
  form: "open",
  source: "https://github.com/HanjieChen/ChallengeClinicalQA",
  mainMetric: "f1_score",
  mainSplit: "test",
  asks: "Answer a vignette in the style of the US licensing exam in a few words, without options.",
  forWhom: "Students and researchers",
  example: {
    question:
      "A 67-year-old man wakes with sudden painless loss of sight in one eye. The fundus is pale with a cherry-red spot. Which is the most likely cause?\n\nAnswer:",
    answer: "Central retinal artery occlusion",
  },
  facets: {
    task: "Question answering",
    what: "Medical knowledge testing",
    who: "Medical student, Researcher",
    when: "Any",
    language: "English",
  },
  origin: "reformulated",
  dates: { firstPublic: "2024-02", answersPublic: "2024-02" },
  knownFaults: [
    "HELM has a run spec of this name but not its scenario, so HELM cannot run it. This project chose the answer's text as the reference.",
    "As in HELM, the limit is 5 tokens and a line break ends the answer. Raise the limit with num_output_tokens=.",
    "Shared words are a weak measure of a medical answer.",
  ],
};
