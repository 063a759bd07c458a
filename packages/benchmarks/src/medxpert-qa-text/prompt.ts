import { multipleChoiceJoint } from "@medhelm/core/run/spec/prompt-specs";

export const prompt = multipleChoiceJoint({
  instructions: "Answer as a medical specialist: pick the one right option and reply with its letter and nothing else.",
  inputNoun: "Question",
  outputNoun: "Answer",
  maxTokens: 1,
  maxTrainInstances: 0,
});
