import { generation } from "@medhelm/core/run/spec/prompt-specs";

export const prompt = generation({
  instructions: "Do the task below. Take every fact about the patient from the source, and add none.",
  outputNoun: "Answer",
  maxTokens: 200,
  maxTrainInstances: 0,
  stopSequences: [],
});
