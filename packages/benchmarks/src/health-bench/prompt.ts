import { chat } from "@medhelm/core/run/spec/prompt-specs";

/** Sends the conversation unchanged. MedHELM's newer library names a system message, but its adapter does not send it. */
export const prompt = chat({ maxTokens: 512 });
