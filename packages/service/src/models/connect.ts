import { builtinModel } from "@medhelm/benchmarks/baselines/registry";
import type { ModelClient } from "@medhelm/core/ports";
import { type Credentials, resolveApiKey } from "@medhelm/core/models/credentials";
import type { Deployment } from "@medhelm/core/models/deployment";
import { SIMPLE_MODEL } from "./registry.ts";

export interface KeyPlaces {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly credentials: Credentials;
}

/** The client of a resolved deployment; what it needs is loaded now and not before. @throws UserError where its key is missing */
export async function connectModel(deployment: Deployment, places: KeyPlaces): Promise<ModelClient> {
  if (deployment.client.kind === "builtin") {
    if (deployment.client.baseline === SIMPLE_MODEL)
      return (await import("@medhelm/adapters/models/simple")).simpleClient();
    return builtinModel(deployment.client.baseline).client;
  }
  const apiKey = resolveApiKey(deployment, places);
  const { openaiClient } = await import("@medhelm/adapters/models/openai");
  return openaiClient({ deployment, apiKey });
}
