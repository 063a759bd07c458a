import { multipleChoiceJoint } from "@medhelm/core/run/spec/prompt-specs";

export const prompt = multipleChoiceJoint({
  instructions: "Calculate the dose and choose the right option. End with the letter of your choice.",
  inputNoun: "Question",
  outputNoun: "Answer",
  maxTokens: 80,
  maxTrainInstances: 0,
  stopSequences: [],
});
