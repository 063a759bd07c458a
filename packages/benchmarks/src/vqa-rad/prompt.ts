import { WITH_IMAGES } from "@medhelm/core/run/requests/build-requests";
import { generation } from "@medhelm/core/run/spec/prompt-specs";

export const prompt = {
  ...generation({
    instructions: "Look at the image and answer the question in one to three words.",
    outputNoun: "Answer",
    maxTokens: 20,
    maxTrainInstances: 0,
    stopSequences: [],
  }),
  method: WITH_IMAGES,
};
