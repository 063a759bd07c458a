import { generation } from "@medhelm/core/run/prompt-specs";

/** The guideline stands in the question itself (guideline.ts). */
export const prompt = generation({ maxTokens: 200, maxTrainInstances: 0, stopSequences: [] });
