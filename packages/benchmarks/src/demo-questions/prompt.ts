import { multipleChoiceJoint } from "@medhelm/core/run/spec/prompt-specs";

export const prompt = multipleChoiceJoint({
  instructions: "Choose the one right option. Reply with its letter and nothing else.",
  inputNoun: "Question",
  outputNoun: "Answer",
  maxTokens: 1,
  maxTrainInstances: 0,
});
