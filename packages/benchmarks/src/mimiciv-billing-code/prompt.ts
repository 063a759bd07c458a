import { generation } from "@medhelm/core/run/spec/prompt-specs";

export const prompt = generation({
  instructions: "List every ICD-10 code that applies to the clinical note below.",
  inputNoun: "Note",
  newlineAfterInputNoun: true,
  outputNoun: "Predicted ICD-10 Codes",
  newlineAfterOutputNoun: true,
  maxTokens: 256,
  maxTrainInstances: 0,
  stopSequences: [],
});
