import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "demo_messages",
  displayName: "Demo messages (invented)",
  description:
    "Twenty invented messages to patients, each written from a short source. A built-in stand-in judge counts words; it is not a language model. The tasks show how the tool works and do not measure a model's quality.",
  category: "Patient Communication and Education",
  subcategory: "Patient-Provider Messaging",
  access: "public",
  licence: "Apache-2.0",
  form: "open",
  source: "written for this project; no person's data",
  mainMetric: "demo_messages_accuracy",
  mainSplit: "test",
  asks: "Write a short message to a patient in plain words from an invented source.",
  forWhom: "Anyone who tries the tool",
  example: {
    question:
      "Source:\nX-ray: no fracture. Cool the hand, move the fingers. Come back in a week if it still hurts.\n\nTask: Write a message with the result.",
    answer: "Your hand is not broken. Cool it and move your fingers. Come back in a week if it still hurts.",
  },
  facets: {
    task: "Text generation",
    what: "Write a message to a patient",
    who: "Anyone who tries the tool",
    when: "Any",
    language: "English",
  },
  knownFaults: [
    "The judge is a stand-in that compares words with the reference. Its scores are not a clinical judgement.",
    "The tasks are few, and the authors of the tool wrote them. They do not measure a model's quality.",
  ],
};
