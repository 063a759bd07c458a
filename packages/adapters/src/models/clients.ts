import type { ModelClient } from "@medhelm/core/ports";
import type { OpenAiOptions } from "./openai.ts";

/** The clients of models, each loaded when it is first made: a command that asks no model does not wait for an HTTP client. */
export const modelClients = {
  simple: async (): Promise<ModelClient> => (await import("./simple.ts")).simpleClient(),
  openai: async (options: OpenAiOptions): Promise<ModelClient> => (await import("./openai.ts")).openaiClient(options),
};
