import { generation } from "@medhelm/core/run/spec/prompt-specs";

export const prompt = generation({
  instructions: "A member of the public asks about a medicine. Answer the question.",
  inputNoun: "Question",
  outputNoun: "Answer",
  maxTokens: 512,
  maxTrainInstances: 0,
  stopSequences: [],
});
