import { generation } from "@medhelm/core/run/spec/prompt-specs";

export const prompt = generation({
  instructions:
    "Each case is written as in a medical licensing exam. Answer its question, then give the reason in one sentence.",
  inputNoun: "Clinical Scenario",
  outputNoun: "Answer",
});
