import { multipleChoiceJoint } from "@medhelm/core/run/spec/prompt-specs";

export const prompt = multipleChoiceJoint({
  instructions:
    "Read the note and choose: A, the patient has a history of the condition; B, the patient has none; C, the note leaves it open.",
  outputNoun: "Reply with one letter (A, B or C) and nothing else",
  maxTokens: 1,
  maxTrainInstances: 0,
});
