import { generation } from "@medhelm/core/run/spec/prompt-specs";

export const prompt = generation({
  instructions: "Below is a clinical note of a stay in hospital. Write its brief hospital course.",
  inputNoun: "Clinical Note",
  newlineAfterInputNoun: true,
  outputNoun: "Brief Hospital Course",
  newlineAfterOutputNoun: true,
  maxTokens: 1024,
  maxTrainInstances: 0,
  stopSequences: [],
});
