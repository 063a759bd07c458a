import { multipleChoiceJoint } from "@medhelm/core/run/spec/prompt-specs";

export const prompt = multipleChoiceJoint({
  instructions:
    "Each question comes from an exam in the health sciences. Pick the one right option and reply with its letter and nothing else.",
  inputNoun: "Question",
  outputNoun: "Answer",
  maxTokens: 1,
  maxTrainInstances: 0,
});
