import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "demo_notes",
  displayName: "Demo notes (invented)",
  description:
    "Fourteen invented writing tasks with a short source and a reference. A built-in stand-in judge counts words; it is not a language model. The tasks show how the tool works and do not measure a model's quality.",
  category: "Clinical Note Generation",
  subcategory: "Documenting Patient Visits",
  access: "public",
  licence: "Apache-2.0",
  form: "open",
  source: "written for this project; no person's data",
  mainMetric: "demo_notes_accuracy",
  mainSplit: "test",
  asks: "Write a short note or message from an invented source of a few sentences.",
  forWhom: "Anyone who tries the tool",
  example: {
    question:
      "Source: The patient, 40, has had a dry cough for two weeks. Chest clear. Advised to drink enough and to return if fever develops.\n\nWrite the note.",
    answer: "A 40-year-old with a dry cough for two weeks; chest clear. Advice: drink enough, return with fever.",
  },
  facets: {
    task: "Text generation",
    what: "Write short notes and messages from an invented source",
    who: "Anyone who tries the tool",
    when: "Any",
    language: "English",
  },
  knownFaults: [
    "The judge is a stand-in that compares words with the reference. Its scores are not a clinical judgement.",
    "The tasks are few, and the authors of the tool wrote them. They do not measure a model's quality.",
  ],
};
