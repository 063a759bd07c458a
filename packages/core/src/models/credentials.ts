import { z } from "zod";
import { UserError } from "../user-error.ts";
import { type Deployment, hostOrganization, type KeyReference, OPENAI_URL } from "./deployment.ts";
import { isHeaderValue } from "./sent-headers.ts";
import { variableOf } from "./variable-of.ts";

/** Secrets by name: "openaiApiKey", "openaiBaseUrl", "deployments.<deployment>". They stay in memory and are never stored. */
export type Credentials = ReadonlyMap<string, string>;

/**
 * Flattens credentials.conf, given as parsed HOCON, to secrets by name.
 * @throws UserError for a value that is not text. The message never contains a value.
 */
export function parseCredentials(value: unknown, label: string): Credentials {
  const Values = z.record(
    z.string(),
    z.union([z.string(), z.number(), z.record(z.string(), z.union([z.string(), z.number()]))]),
  );
  const parsed = Values.safeParse(value);
  if (!parsed.success) {
    const key = parsed.error.issues[0]?.path.join(".") ?? "";
    throw new UserError(
      `${label}: ${key === "" ? "the file" : key}: the value is not text; write it like openaiApiKey: "..."`,
    );
  }
  const credentials = new Map<string, string>();
  for (const [name, entry] of Object.entries(parsed.data)) {
    if (typeof entry !== "object") credentials.set(name, String(entry));
    else for (const [inner, text] of Object.entries(entry)) credentials.set(`${name}.${inner}`, String(text));
  }
  return credentials;
}

/** The entries of credentials.conf that may hold the key of a deployment, in their order. */
export const keyEntries = (deployment: string): string[] => [
  `${hostOrganization(deployment)}ApiKey`,
  `deployments.${deployment}`,
];

/**
 * Returns where the key of a deployment comes from: <host>ApiKey, then deployments.<name>, then the environment's OPENAI_API_KEY
 * (HELM: common/credentials_utils.py). HELM sends OPENAI_API_KEY to every server that its OpenAIClient calls; this program sends it to
 * OpenAI's own address only.
 */
export function keyReference(deployment: string, baseUrl: string, credentials: Credentials): KeyReference | undefined {
  const name = keyEntries(deployment).find((candidate) => credentials.has(candidate));
  if (name !== undefined) return { kind: "credentials", name };
  return baseUrl === OPENAI_URL ? { kind: "env", name: "OPENAI_API_KEY" } : undefined;
}

/** The environment variables that a request to the deployment needs: its key, and values of its headers. */
export function secretsOf({ client, request }: Deployment): string[] {
  if (client.kind === "builtin") return [];
  const key = client.apiKeyFrom;
  return [...(key?.kind === "env" ? [key.name] : []), ...Object.values(request?.headersFrom ?? {})];
}

/** The deployment without its secrets, for a client that sends no request. */
export function withoutSecrets({ request, ...deployment }: Deployment): Deployment {
  const { client } = deployment;
  const { headersFrom: _, ...rest } = request ?? {};
  return {
    ...deployment,
    ...(request === undefined ? {} : { request: rest }),
    client: client.kind === "builtin" ? client : { ...client, apiKeyFrom: undefined },
  };
}

/**
 * Reads the API key of a deployment; undefined if the deployment needs no key.
 * @throws UserError if the environment or credentials.conf has no such key, or one that no header can carry
 */
export function resolveApiKey(
  { name, client }: Deployment,
  sources: { readonly env: Readonly<Record<string, string | undefined>>; readonly credentials: Credentials },
): string | undefined {
  if (client.kind === "builtin" || client.apiKeyFrom === undefined) return undefined;
  const from = client.apiKeyFrom;
  const key = (from.kind === "env" ? variableOf(sources.env, from.name) : sources.credentials.get(from.name))?.trim();
  if (key !== undefined && key !== "") {
    if (isHeaderValue(key)) return key;
    const place = from.kind === "env" ? `the environment variable ${from.name}` : `${from.name} in credentials.conf`;
    throw new UserError(
      `${name}: the API key in ${place} has a character that no key has, such as a line break; copy the key again`,
    );
  }
  const where =
    from.kind === "env" ? `set the environment variable ${from.name}` : `add ${from.name} to credentials.conf`;
  throw new UserError(`${name} needs an API key: ${where}, or point it at your own server with --endpoint`);
}
