import { generation } from "@medhelm/core/run/spec/prompt-specs";

export const prompt = generation({
  instructions:
    "Below are the details of a case: diagnosis, procedure, history and physical, and operative report. Write the instructions that this patient takes home, in plain words. Nobody is treated by what you write.",
  inputNoun: "Case Details",
  outputNoun: "Patient Instructions",
  maxTokens: 256,
  maxTrainInstances: 0,
  stopSequences: [],
});
