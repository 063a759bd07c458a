import { z } from "zod";
import { UserError } from "../user-error.ts";
import { type Deployment, hostOrganization, type KeyReference, OPENAI_URL } from "./deployment.ts";

/** Secrets by name: "openaiApiKey", "openaiBaseUrl", "deployments.<deployment>". Held by the edge, never stored. */
export type Credentials = ReadonlyMap<string, string>;

/**
 * credentials.conf as parsed HOCON. Values that are not text (HELM knows none) are a UserError; the message never holds a value.
 */
export function parseCredentials(value: unknown, label: string): Credentials {
  const Values = z.record(
    z.string(),
    z.union([z.string(), z.number(), z.record(z.string(), z.union([z.string(), z.number()]))]),
  );
  const parsed = Values.safeParse(value);
  if (!parsed.success) {
    const key = parsed.error.issues[0]?.path.join(".") ?? "";
    throw new UserError(`${label}: ${key === "" ? "the file" : key}: give text, e.g. openaiApiKey: "..."`);
  }
  const credentials = new Map<string, string>();
  for (const [name, entry] of Object.entries(parsed.data)) {
    if (typeof entry !== "object") credentials.set(name, String(entry));
    else for (const [inner, text] of Object.entries(entry)) credentials.set(`${name}.${inner}`, String(text));
  }
  return credentials;
}

/**
 * HELM: common/credentials_utils.py, <host>ApiKey before deployments.<name>; then the environment's OPENAI_API_KEY. Unlike HELM, which
 * hands that one to any server that its OpenAIClient is pointed at, it goes to OpenAI's own address only.
 */
export function keyReference(deployment: string, baseUrl: string, credentials: Credentials): KeyReference | undefined {
  const names = [`${hostOrganization(deployment)}ApiKey`, `deployments.${deployment}`];
  const name = names.find((candidate) => credentials.has(candidate));
  if (name !== undefined) return { kind: "credentials", name };
  return baseUrl === OPENAI_URL ? { kind: "env", name: "OPENAI_API_KEY" } : undefined;
}

/**
 * The key itself, for the client at the edge; undefined where the deployment needs none.
 * @throws UserError where the place that should hold it is empty
 */
export function resolveApiKey(
  { name, client }: Deployment,
  places: { readonly env: Readonly<Record<string, string | undefined>>; readonly credentials: Credentials },
): string | undefined {
  if (client.kind === "builtin" || client.apiKeyFrom === undefined) return undefined;
  const from = client.apiKeyFrom;
  const key = from.kind === "env" ? places.env[from.name] : places.credentials.get(from.name);
  if (key !== undefined && key !== "") return key;
  const where =
    from.kind === "env" ? `set the environment variable ${from.name}` : `give ${from.name} in credentials.conf`;
  throw new UserError(`${name} needs an API key: ${where}, or point it at your own server with --endpoint`);
}
