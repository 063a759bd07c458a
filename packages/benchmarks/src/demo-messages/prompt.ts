import { generation } from "@medhelm/core/run/spec/prompt-specs";

export const prompt = generation({
  instructions: "Write the message to the patient. Use plain words, take every fact from the source, and add none.",
  outputNoun: "Answer",
  maxTokens: 200,
  maxTrainInstances: 0,
  stopSequences: [],
});
