import { generation } from "@medhelm/core/run/spec/prompt-specs";

export const prompt = generation({
  instructions: "Put the note into the form that is described below.",
  inputNoun: "",
  outputNoun: "",
  maxTokens: 768,
  maxTrainInstances: 0,
  stopSequences: [],
});
