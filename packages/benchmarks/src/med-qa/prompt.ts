import { multipleChoiceJoint } from "@medhelm/core/run/spec/prompt-specs";

export const prompt = multipleChoiceJoint({
  instructions: "Pick the one right option (A, B, C or D) and reply with its letter and nothing else.",
  inputNoun: "Question",
  outputNoun: "Answer",
  maxTokens: 1,
  maxTrainInstances: 0,
});
