import { multipleChoiceJoint } from "@medhelm/core/run/spec/prompt-specs";

export const prompt = multipleChoiceJoint({
  instructions:
    "Read the abstract and decide whether it answers the question with yes (A), no (B) or maybe (C). Reply with that one letter and nothing else.",
  inputNoun: "Question",
  outputNoun: "Answer",
  maxTokens: 1,
  maxTrainInstances: 0,
});
