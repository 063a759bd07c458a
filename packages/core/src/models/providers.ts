import { UserError } from "../user-error.ts";
import { type Credentials, keyEntries } from "./credentials.ts";
import {
  checkedBaseUrl,
  type DeploymentClient,
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
export interface Provider {
  /** The environment variables that may hold the key, in their order; the first is named if all are missing. */
  readonly keys: readonly [string, ...string[]];
  /** The environment variable that replaces the address, as in the provider's own library. */
  readonly urlFrom: string;
  readonly url: string;
  readonly kind: "openai-chat" | "anthropic-messages" | "gemini";
}

export const PROVIDERS = {
  anthropic: {
    keys: ["ANTHROPIC_API_KEY"],
    urlFrom: "ANTHROPIC_BASE_URL",
    url: "https://api.anthropic.com",
    kind: "anthropic-messages",
  },
  google: {
    keys: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
    urlFrom: "GOOGLE_GEMINI_BASE_URL",
    url: "https://generativelanguage.googleapis.com",
    kind: "gemini",
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
} as const satisfies Readonly<Record<string, Provider>>;

export const OPENAI_KEY = "OPENAI_API_KEY";
export const AZURE_KEY = "AZURE_OPENAI_API_KEY";
const AZURE_URL = "AZURE_OPENAI_ENDPOINT";
const AZURE_VERSIONS = ["AZURE_OPENAI_API_VERSION", "OPENAI_API_VERSION"];
/** The last version of Azure's API with deployments in the path; it knows the reasoning models. */
const AZURE_VERSION = "2025-04-01-preview";
const BEDROCK_KEY = "AWS_BEARER_TOKEN_BEDROCK";
const BEDROCK_URL = "AWS_ENDPOINT_URL_BEDROCK_RUNTIME";
const AWS_REGIONS = ["AWS_REGION", "AWS_DEFAULT_REGION"];
/** The variables that the AWS chain reads. */
const AWS_CHAIN = [
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
  "AWS_PROFILE",
  "AWS_CONFIG_FILE",
  "AWS_SHARED_CREDENTIALS_FILE",
  "AWS_ROLE_ARN",
  "AWS_WEB_IDENTITY_TOKEN_FILE",
  "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
  "AWS_CONTAINER_CREDENTIALS_FULL_URI",
  "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE",
  "AWS_EC2_METADATA_DISABLED",
];
/** The variables with which AWS's clients find their region and credentials. */
export const AWS_VARIABLES: readonly string[] = [...AWS_REGIONS, ...AWS_CHAIN];

const VERTEX_URL = "GOOGLE_VERTEX_BASE_URL";
const VERTEX_PROJECTS = ["GOOGLE_CLOUD_PROJECT", "ANTHROPIC_VERTEX_PROJECT_ID"];
/** Where the files with Google's application-default credentials are. */
const GOOGLE_CREDENTIALS = ["GOOGLE_APPLICATION_CREDENTIALS", "CLOUDSDK_CONFIG"];
const VERTEX_LOCATIONS = ["GOOGLE_CLOUD_LOCATION", "CLOUD_ML_REGION"];
/** The client credentials of Microsoft Entra ID: tenant, client, secret. */
export const ENTRA_VARIABLES = ["AZURE_TENANT_ID", "AZURE_CLIENT_ID", "AZURE_CLIENT_SECRET"] as const;
/** A token of Entra ID that the user requests, e.g. with "az account get-access-token". */
const ENTRA_TOKENS = ["AZURE_OPENAI_AD_TOKEN", "AZURE_AD_TOKEN"];

/** The environment variables that configure providers, for processes that work for this one. */
export const providerVariables: readonly string[] = [
  ...Object.values<Provider>(PROVIDERS).flatMap(({ keys, urlFrom }) => [...keys, urlFrom]),
  AZURE_KEY,
  AZURE_URL,
  ...AZURE_VERSIONS,
  BEDROCK_KEY,
  BEDROCK_URL,
  ...AWS_VARIABLES,
  ...VERTEX_PROJECTS,
  ...VERTEX_LOCATIONS,
  VERTEX_URL,
  ...GOOGLE_CREDENTIALS,
  ...ENTRA_VARIABLES,
  ...ENTRA_TOKENS,
  "AZURE_AUTHORITY_HOST",
  "OLLAMA_HOST",
];

/** Those of a provider that hold a secret, or lead to one: by the name of its model. */
export function providerSecrets(name: string): readonly string[] {
  const organization = hostOrganization(name);
  if (organization === "openai") return [OPENAI_KEY];
  if (organization === "azure") return [AZURE_KEY, ...ENTRA_VARIABLES, ...ENTRA_TOKENS];
  if (organization === "bedrock") return [BEDROCK_KEY, ...AWS_VARIABLES];
  if (organization === "vertex") return GOOGLE_CREDENTIALS;
  return Object.entries<Provider>(PROVIDERS).find(([key]) => key === organization)?.[1].keys ?? [];
}

/** As providerSecrets, for a client that takes no key: of AWS's chain, or of an OAuth token. */
export function secretsOfClient(client: DeploymentClient): readonly string[] {
  if (client.kind === "bedrock-converse") return AWS_VARIABLES;
  if (client.kind === "builtin" || client.token === undefined) return [];
  return client.token === "entra" ? ENTRA_VARIABLES : GOOGLE_CREDENTIALS;
}

/** The variables of all providers that hold a secret, or lead to one. */
export const allProviderSecrets: readonly string[] = [
  "openai",
  "azure",
  "bedrock",
  "vertex",
  ...Object.keys(PROVIDERS),
].flatMap((organization) => providerSecrets(`${organization}/model`));

/** The first parts of the names of providers' models. */
export const providerOrganizations: ReadonlySet<string> = new Set([
  "openai",
  ...Object.keys(PROVIDERS),
  "azure",
  "bedrock",
  "vertex",
]);

/**
 * The client of a provider's model by its name alone; undefined for an organization that is no known provider.
 * @throws UserError naming the environment variable of a missing key
 */
export function providerClient(name: string, place: Place): ServedClient | undefined {
  const organization = hostOrganization(name);
  if (organization === "azure") return azureClient(name, place);
  if (organization === "bedrock") return bedrockClient(name, place);
  if (organization === "vertex") return vertexClient(name, place);
  const provider = Object.entries<Provider>(PROVIDERS).find(([key]) => key === organization)?.[1];
  if (provider === undefined) return undefined;
  const { kind, keys, urlFrom, url } = provider;
  const baseUrl = checkedBaseUrl(place.env[urlFrom] || url, urlFrom);
  const key = keyOf(name, keys, place);
  if (key === undefined && !isLoopbackHost(new URL(baseUrl).hostname)) throw missingKey(name, keys);
  return { kind, baseUrl, modelSent: enginePart(name), ...(key !== undefined && { apiKeyFrom: key }) };
}

/** A deployment of the user's Azure resource. */
function azureClient(name: string, place: Place): ServedClient {
  const { env } = place;
  const given = env[AZURE_URL] ?? "";
  if (given === "")
    throw new UserError(
      `${name} needs the address of your Azure resource: set ${AZURE_URL}, as in https://NAME.openai.azure.com, and ${AZURE_KEY}`,
    );
  const resource = checkedBaseUrl(given, AZURE_URL);
  const deployment = enginePart(name);
  return {
    kind: "openai-chat",
    baseUrl: azureUrl(resource, deployment, valueOf(env, AZURE_VERSIONS)),
    modelSent: deployment,
    ...azureAccess(name, place),
  };
}

/** The resource's key, or else a token of Entra ID: the user's, or one for the client credentials of the environment. */
function azureAccess(name: string, place: Place): Pick<AzureClient, "apiKeyFrom" | "keyHeader" | "token"> {
  const { env } = place;
  const key = keyOf(name, [AZURE_KEY], place);
  if (key !== undefined) return { apiKeyFrom: key, keyHeader: "api-key" };
  const token = ENTRA_TOKENS.find((variable) => (env[variable] ?? "") !== "");
  if (token !== undefined) return { apiKeyFrom: { kind: "env", name: token } };
  if (ENTRA_VARIABLES.every((variable) => (env[variable] ?? "") !== "")) return { token: "entra" };
  throw missingKey(name, [AZURE_KEY, ENTRA_VARIABLES.join(" with ")]);
}
type AzureClient = Extract<ServedClient, { kind: "openai-chat" }>;

/** A model of Google or Anthropic in a project's location of Vertex AI. The client finds Google's application-default credentials. */
function vertexClient(name: string, { env }: Place): ServedClient {
  const project = valueOf(env, VERTEX_PROJECTS);
  const location = valueOf(env, VERTEX_LOCATIONS);
  if (project === undefined || location === undefined)
    throw new UserError(
      `${name} needs a project and a location of Google Cloud: set GOOGLE_CLOUD_PROJECT and GOOGLE_CLOUD_LOCATION, as in GOOGLE_CLOUD_LOCATION=us-central1`,
    );
  if (!/^[a-z0-9-]+$/.test(location))
    throw new UserError(`GOOGLE_CLOUD_LOCATION: ${location} is not a location; write it like us-central1 or global`);
  const host = location === "global" ? "aiplatform.googleapis.com" : `${location}-aiplatform.googleapis.com`;
  const address = checkedBaseUrl(env[VERTEX_URL] || `https://${host}`, VERTEX_URL);
  const modelSent = enginePart(name);
  return {
    kind: modelSent.startsWith("claude") ? "anthropic-messages" : "gemini",
    baseUrl: `${address}/v1/projects/${encodeURIComponent(project)}/locations/${location}`,
    modelSent,
    token: "google",
  };
}

/** The base URL of a deployment in an Azure resource. The newer address with /openai/v1 needs no version. */
export function azureUrl(resource: string, deployment: string, version = AZURE_VERSION): string {
  if (resource.endsWith("/openai/v1")) return resource;
  return `${resource}/openai/deployments/${encodeURIComponent(deployment)}?api-version=${encodeURIComponent(version)}`;
}

/** A model of Bedrock in the region of the environment. The client finds the credentials, unless the environment has a key of Bedrock. */
function bedrockClient(name: string, { env }: Place): ServedClient {
  const region = valueOf(env, AWS_REGIONS);
  if (region === undefined)
    throw new UserError(`${name} needs a region of AWS: set AWS_REGION, as in AWS_REGION=us-east-1`);
  if (!/^[a-z0-9-]+$/.test(region))
    throw new UserError(`AWS_REGION: ${region} is not a region; write it like us-east-1`);
  return {
    kind: "bedrock-converse",
    baseUrl: checkedBaseUrl(env[BEDROCK_URL] || bedrockUrl(region), BEDROCK_URL),
    modelSent: enginePart(name),
    region,
    ...((env[BEDROCK_KEY] ?? "") !== "" && { apiKeyFrom: { kind: "env" as const, name: BEDROCK_KEY } }),
  };
}

export const bedrockUrl = (region: string): string => `https://bedrock-runtime.${region}.amazonaws.com`;

/** The address of Ollama's server, from OLLAMA_HOST in any of its forms: host, host:port, :port, or a URL. */
export function ollamaUrl(env: Env): string {
  const given = (env["OLLAMA_HOST"] ?? "").trim().replace(/\/+$/, "");
  const withScheme = /^https?:\/\//.test(given)
    ? given
    : `http://${given.startsWith(":") ? `127.0.0.1${given}` : given || "127.0.0.1"}`;
  if (!URL.canParse(withScheme))
    throw new UserError(`OLLAMA_HOST: ${given} is not an address; write it like 127.0.0.1:11434`);
  const url = new URL(withScheme);
  if (url.port === "" && !/^https?:\/\//.test(given)) url.port = "11434";
  // a server listens at 0.0.0.0, and clients connect to this machine
  if (url.hostname === "0.0.0.0") url.hostname = "127.0.0.1";
  return checkedBaseUrl(`${url.origin}${url.pathname}`.replace(/\/+$/, "") + "/v1", "OLLAMA_HOST");
}

const valueOf = (env: Env, names: readonly string[]): string | undefined =>
  names.map((name) => env[name] ?? "").find((value) => value !== "");

function keyOf(name: string, variables: readonly string[], { env, credentials }: Place): KeyReference | undefined {
  const entry = keyEntries(name).find((candidate) => credentials.has(candidate));
  if (entry !== undefined) return { kind: "credentials", name: entry };
  const variable = variables.find((candidate) => (env[candidate] ?? "") !== "");
  return variable === undefined ? undefined : { kind: "env", name: variable };
}

const missingKey = (name: string, [variable, ...others]: readonly [string, ...string[]]): UserError =>
  new UserError(
    `${name} needs an API key: set ${[variable, ...others].join(" or ")}, or ${hostOrganization(name)}ApiKey in prod_env/credentials.conf, or point it at your own server with --endpoint http://HOST:PORT/v1`,
  );
