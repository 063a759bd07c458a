import { generation } from "@medhelm/core/run/spec/prompt-specs";

export const prompt = generation({
  instructions:
    "Below are the findings of a radiology report. Write its impression in as few words as it takes. Nobody is treated by what you write.",
  inputNoun: "Findings",
  newlineAfterInputNoun: true,
  outputNoun: "Impression",
  newlineAfterOutputNoun: true,
  maxTokens: 128,
  maxTrainInstances: 0,
  stopSequences: [],
});
