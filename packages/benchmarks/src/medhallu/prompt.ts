import { generation } from "@medhelm/core/run/spec/prompt-specs";

export const prompt = generation({
  instructions:
    "You are shown medical background knowledge, a question and an answer to it. Judge whether the answer is factual (0) or holds something invented or unsupported (1): it may miss the question, leave out what matters, give a wrong mechanism, or cite evidence that does not exist. Reply with 0 or 1 and nothing else.",
  outputNoun: "Judgment",
  maxTrainInstances: 0,
  stopSequences: [],
});
