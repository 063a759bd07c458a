import type { ModelClient } from "@medhelm/core/ports";
import type { ClientOf } from "./json-api.ts";

/** Creates the clients of models. Each client's module is imported when the first client is created, so that other commands start faster. */
export const modelClients = {
  simple: async (): Promise<ModelClient> => (await import("./simple.ts")).simpleClient(),
  openai: async (of: ClientOf): Promise<ModelClient> => (await import("./openai.ts")).openaiClient(of),
  anthropic: async (of: ClientOf): Promise<ModelClient> => (await import("./anthropic.ts")).anthropicClient(of),
  gemini: async (of: ClientOf): Promise<ModelClient> => (await import("./gemini.ts")).geminiClient(of),
  bedrock: async (of: ClientOf): Promise<ModelClient> => (await import("./bedrock.ts")).bedrockClient(of),
};
