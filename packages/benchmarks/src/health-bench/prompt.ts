import { chat } from "@medhelm/core/run/prompt-specs";

/** The conversation as it stands. MedHELM's newer library names a system message, and its adapter does not send it. */
export const prompt = chat({ maxTokens: 512 });
