import { generation } from "@medhelm/core/run/spec/prompt-specs";

export const prompt = generation({
  instructions:
    "Below are the text of a discharge summary and of a radiology report. Write the document that is named: the brief hospital course, or the discharge instructions for the patient.",
  outputNoun: "Answer",
  maxTokens: 300,
  maxTrainInstances: 0,
  stopSequences: [],
});
