import { multipleChoiceJoint } from "@medhelm/core/run/spec/prompt-specs";

export const prompt = multipleChoiceJoint({
  instructions: "Reply with A for yes or B for no, and nothing else.",
  outputNoun: "Answer",
  maxTokens: 1,
  maxTrainInstances: 0,
});
