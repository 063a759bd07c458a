import { generation } from "@medhelm/core/run/spec/prompt-specs";

export const prompt = generation({
  instructions:
    "Below is a clinical text, one sentence a line, each line beginning with the sentence's ID and a space. The text is either right or contains one medical error. If it is right, reply with the single word CORRECT. If it contains an error, reply with the ID of the wrong sentence, a space, and the sentence put right.",
  inputNoun: "Clinical Note",
  outputNoun: "Answer",
  maxTokens: 256,
  maxTrainInstances: 0,
  stopSequences: [],
});
