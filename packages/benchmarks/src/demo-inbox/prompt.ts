import { multipleChoiceJoint } from "@medhelm/core/run/spec/prompt-specs";

export const prompt = multipleChoiceJoint({
  instructions:
    "Read the message to a clinic and choose the desk that should get it. End with the letter of your choice.",
  inputNoun: "Message",
  outputNoun: "Answer",
  maxTokens: 80,
  maxTrainInstances: 0,
  stopSequences: [],
});
