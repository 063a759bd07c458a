import { multipleChoiceJoint } from "@medhelm/core/run/spec/prompt-specs";

export const prompt = multipleChoiceJoint({
  instructions:
    "Each case is written as in a medical licensing exam. Read it, pick the one right option and reply with its letter and nothing else.",
  inputNoun: "Clinical Scenario",
  outputNoun: "Answer",
  maxTokens: 1,
  maxTrainInstances: 0,
});
