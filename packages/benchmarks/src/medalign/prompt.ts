import { generation } from "@medhelm/core/run/prompt-specs";

export const prompt = generation({
  maxTokens: 256,
  maxTrainInstances: 0,
  stopSequences: [],
});
