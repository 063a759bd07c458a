import { chat } from "@medhelm/core/run/spec/prompt-specs";

export const prompt = chat({ maxTokens: 1_024 });
