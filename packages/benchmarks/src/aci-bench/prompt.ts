import { generation } from "@medhelm/core/run/spec/prompt-specs";

export const prompt = generation({
  instructions:
    "Write the clinical note of the visit below, from what was said in it alone. Use these four headings, in this order: HISTORY OF PRESENT ILLNESS, PHYSICAL EXAM, RESULTS, ASSESSMENT AND PLAN.\n",
  inputNoun: "Conversation",
  outputNoun: "Clinical Note",
  maxTokens: 768,
  maxTrainInstances: 0,
  stopSequences: [],
});
