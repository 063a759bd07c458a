import { UserError } from "../user-error.ts";
import type { Credentials } from "./credentials.ts";
import {
  checkedBaseUrl,
  type ServedClient,
  enginePart,
  hostOrganization,
  isLoopbackHost,
  type KeyReference,
} from "./deployment.ts";

type Env = Readonly<Record<string, string | undefined>>;
interface Place {
  readonly env: Env;
  readonly credentials: Credentials;
}

/** A provider with an address of its own. Its models are `<organization>/<the provider's name of the model>`. */
interface Provider {
  /** The environment variables that may hold the key, in their order; the first is named if all are missing. */
  readonly keys: readonly [string, ...string[]];
  /** The environment variable that replaces the address, as in the provider's own library. */
  readonly urlFrom: string;
  readonly url: string;
  readonly kind: "openai-chat" | "anthropic-messages" | "gemini";
}

const PROVIDERS: Readonly<Record<string, Provider>> = {
  anthropic: {
    keys: ["ANTHROPIC_API_KEY"],
    urlFrom: "ANTHROPIC_BASE_URL",
    url: "https://api.anthropic.com",
    kind: "anthropic-messages",
  },
  together: {
    keys: ["TOGETHER_API_KEY"],
    urlFrom: "TOGETHER_BASE_URL",
    url: "https://api.together.xyz/v1",
    kind: "openai-chat",
  },
  openrouter: {
    keys: ["OPENROUTER_API_KEY"],
    urlFrom: "OPENROUTER_BASE_URL",
    url: "https://openrouter.ai/api/v1",
    kind: "openai-chat",
  },
};

/** The environment variables that configure providers, for processes that work for this one. */
export const providerVariables: readonly string[] = Object.values(PROVIDERS).flatMap(({ keys, urlFrom }) => [
  ...keys,
  urlFrom,
]);

/**
 * The client of a provider's model by its name alone; undefined for an organization that is no known provider.
 * @throws UserError naming the environment variable of a missing key
 */
export function providerClient(name: string, place: Place): ServedClient | undefined {
  const provider = PROVIDERS[hostOrganization(name)];
  if (provider === undefined) return undefined;
  const { kind, keys, urlFrom, url } = provider;
  const given = place.env[urlFrom];
  const baseUrl = checkedBaseUrl(given === undefined || given === "" ? url : given, urlFrom);
  const key = keyOf(name, keys, place);
  if (key === undefined && !isLoopbackHost(new URL(baseUrl).hostname)) throw missingKey(name, keys);
  return { kind, baseUrl, modelSent: enginePart(name), ...(key !== undefined && { apiKeyFrom: key }) };
}

function keyOf(name: string, variables: readonly string[], { env, credentials }: Place): KeyReference | undefined {
  const entries = [`${hostOrganization(name)}ApiKey`, `deployments.${name}`];
  const entry = entries.find((candidate) => credentials.has(candidate));
  if (entry !== undefined) return { kind: "credentials", name: entry };
  const variable = variables.find((candidate) => (env[candidate] ?? "") !== "");
  return variable === undefined ? undefined : { kind: "env", name: variable };
}

const missingKey = (name: string, [variable, ...others]: readonly [string, ...string[]]): UserError =>
  new UserError(
    `${name} needs an API key: set ${[variable, ...others].join(" or ")}, or ${hostOrganization(name)}ApiKey in prod_env/credentials.conf, or point it at your own server with --endpoint http://HOST:PORT/v1`,
  );
