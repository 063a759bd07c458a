import { generation } from "@medhelm/core/run/spec/prompt-specs";

export const prompt = generation({
  instructions:
    "Below is a counselling conversation. Write what the counsellor says next: warm, and fitting to what the client told.",
  outputNoun: "Counselor response",
  maxTokens: 512,
  stopSequences: [],
});
