import { builtinModel } from "@medhelm/benchmarks/baselines/registry";
import type { ModelClient } from "@medhelm/core/ports";
import { type Credentials, resolveApiKey } from "@medhelm/core/models/credentials";
import type { Deployment } from "@medhelm/core/models/deployment";
import { SIMPLE_MODEL } from "./registry.ts";

/** Makes clients of models. Each function loads its client's code when it is called. */
export interface ModelClients {
  simple(): Promise<ModelClient>;
  openai(of: { readonly deployment: Deployment; readonly apiKey: string | undefined }): Promise<ModelClient>;
}

export interface Connection {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly credentials: Credentials;
  readonly clients: ModelClients;
}

/** The client of a resolved deployment. @throws UserError when the key of the deployment is missing */
export async function connectModel(deployment: Deployment, connection: Connection): Promise<ModelClient> {
  if (deployment.client.kind === "builtin") {
    if (deployment.client.baseline === SIMPLE_MODEL) return connection.clients.simple();
    return builtinModel(deployment.client.baseline).client;
  }
  return connection.clients.openai({ deployment, apiKey: resolveApiKey(deployment, connection) });
}
