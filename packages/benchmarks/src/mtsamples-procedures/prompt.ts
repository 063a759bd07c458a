import { generation } from "@medhelm/core/run/spec/prompt-specs";

export const prompt = generation({
  instructions: "Below are notes on a patient and a procedure. Write the treatment plan that follows from them.",
  inputNoun: "Patient Notes",
  outputNoun: "Answer",
  maxTokens: 512,
  maxTrainInstances: 0,
  stopSequences: [],
});
