import { builtinModel } from "@medhelm/benchmarks/baselines/registry";
import type { ModelClient } from "@medhelm/core/ports";
import { type Credentials, resolveApiKey } from "@medhelm/core/models/credentials";
import type { Deployment } from "@medhelm/core/models/deployment";
import { isHeaderValue } from "@medhelm/core/models/sent-headers";
import { variableOf } from "@medhelm/core/models/variable-of";
import { UserError } from "@medhelm/core/user-error";
import { SIMPLE_MODEL } from "./registry.ts";

interface ClientOf {
  readonly deployment: Deployment;
  readonly apiKey: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Makes clients of models. Each function loads its client's code when it is called. */
export interface ModelClients {
  simple(): Promise<ModelClient>;
  openai(of: ClientOf): Promise<ModelClient>;
  anthropic(of: ClientOf): Promise<ModelClient>;
  gemini(of: ClientOf): Promise<ModelClient>;
  bedrock(of: ClientOf): Promise<ModelClient>;
}

export interface Connection {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly credentials: Credentials;
  readonly clients: ModelClients;
}

/** The client of a resolved deployment. @throws UserError when the key of the deployment is missing */
export async function connectModel(deployment: Deployment, connection: Connection): Promise<ModelClient> {
  const { client } = deployment;
  const { clients } = connection;
  if (client.kind === "builtin")
    return client.baseline === SIMPLE_MODEL ? clients.simple() : builtinModel(client.baseline).client;
  const of = {
    deployment: withHeadersFrom(deployment, connection.env),
    apiKey: resolveApiKey(deployment, connection),
    env: connection.env,
  };
  if (client.kind === "anthropic-messages") return clients.anthropic(of);
  if (client.kind === "gemini") return clients.gemini(of);
  if (client.kind === "bedrock-converse") return clients.bedrock(of);
  return clients.openai(of);
}

/** The deployment with the headers whose values are in the environment. Request keys and identities do not have these values. */
function withHeadersFrom(deployment: Deployment, env: Connection["env"]): Deployment {
  const { name, request, settings } = deployment;
  if (request?.headersFrom === undefined) return deployment;
  const headers = Object.entries(request.headersFrom).map(([header, variable]) => {
    const value = variableOf(env, variable)?.trim();
    if (value === undefined || value === "")
      throw new UserError(`${name} needs the header ${header}: set the environment variable ${variable}`);
    if (!isHeaderValue(value))
      throw new UserError(
        `${name}: the environment variable ${variable} has a character that the header ${header} cannot carry, such as a line break; set it again`,
      );
    return [header, value];
  });
  return {
    ...deployment,
    settings: { ...settings, extraHeaders: { ...settings?.extraHeaders, ...Object.fromEntries(headers) } },
  };
}
