import { generation } from "@medhelm/core/run/spec/prompt-specs";

export const prompt = generation({
  instructions: "Below is a medical report without its plan. Write the treatment plan that you would propose.",
  outputNoun: "Answer",
  maxTokens: 512,
  maxTrainInstances: 0,
  stopSequences: [],
});
