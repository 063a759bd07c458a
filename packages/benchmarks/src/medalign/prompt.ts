import { generation } from "@medhelm/core/run/spec/prompt-specs";

export const prompt = generation({
  maxTokens: 256,
  maxTrainInstances: 0,
  stopSequences: [],
});
