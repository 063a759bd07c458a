import { multipleChoiceJoint } from "@medhelm/core/run/spec/prompt-specs";

export const prompt = multipleChoiceJoint({
  instructions: "Reply A for yes or B for no.",
  inputNoun: "",
  outputNoun: "Reply with one letter (A for yes, B for no) and nothing else",
  maxTokens: 1,
  maxTrainInstances: 0,
});
