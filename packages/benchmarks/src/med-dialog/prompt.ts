import { generation } from "@medhelm/core/run/spec/prompt-specs";

export const prompt = generation({
  instructions: "Summarise the exchange between a patient and a doctor in a single sentence.",
  inputNoun: "Patient-Doctor",
  outputNoun: "Summary",
  maxTokens: 80,
  maxTrainInstances: 0,
  stopSequences: [],
});
