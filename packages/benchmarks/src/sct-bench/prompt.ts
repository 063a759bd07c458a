import { generation } from "@medhelm/core/run/spec/prompt-specs";

/** The guideline is part of the question (guideline.ts). */
export const prompt = generation({ maxTokens: 200, maxTrainInstances: 0, stopSequences: [] });
