import type { ModelClient } from "@medhelm/core/ports";
import type { OpenAiOptions } from "./openai.ts";

/** Creates the clients of models. Each client's module is imported when the first client is created, so that other commands start faster. */
export const modelClients = {
  simple: async (): Promise<ModelClient> => (await import("./simple.ts")).simpleClient(),
  openai: async (options: OpenAiOptions): Promise<ModelClient> => (await import("./openai.ts")).openaiClient(options),
};
