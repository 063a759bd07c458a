import { multipleChoiceJoint } from "@medhelm/core/run/spec/prompt-specs";

export const prompt = multipleChoiceJoint({
  instructions:
    "Read the abstract and decide whether it answers the question with yes (A), no (B) or maybe (C). Maybe means that the study is too small to decide. End with the letter of your choice.",
  outputNoun: "Answer",
  maxTokens: 80,
  maxTrainInstances: 0,
  stopSequences: [],
});
