import { generation } from "@medhelm/core/run/spec/prompt-specs";

export const prompt = generation({
  instructions: "A member of the public asks a question about health. Answer it.",
  inputNoun: "Question",
  outputNoun: "Answer",
  maxTokens: 1024,
  maxTrainInstances: 0,
  stopSequences: [],
});
