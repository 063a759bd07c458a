import { z } from "zod";
import { UserError } from "../user-error.ts";
import { MinuteLimits } from "./minute-limits.ts";
import { EntrySettings, RequestSettings } from "./request-settings.ts";

export const OPENAI_URL = "https://api.openai.com/v1";

/** The address of a served deployment's model server. The server runs in the worker's own job. */
export const SERVED_URL = "http://127.0.0.1:8000/v1";

/**
 * The place where a model is served. `local`: this machine. `covered`: a place that the user's data-use agreements cover, such as a
 * hospital's own server or a provider under contract. `hosted`: any other place.
 */
export const Trust = z.enum(["local", "covered", "hosted"]);
export type Trust = z.infer<typeof Trust>;

/** The source of an API key, never the key. `resolveApiKey` reads the key just before the client needs it. */
export const KeyReference = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("env"), name: z.string() }),
  /** An entry of credentials.conf, e.g. "openaiApiKey" or "deployments.openai/gpt-4o" */
  z.strictObject({ kind: z.literal("credentials"), name: z.string() }),
]);
export type KeyReference = z.infer<typeof KeyReference>;

/** US dollars per million tokens, from the provider's price page on `asOf` (YYYY-MM-DD). */
export const Price = z.strictObject({
  inputUsdPerMillion: z.number().min(0),
  outputUsdPerMillion: z.number().min(0),
  asOf: z.iso.date().exactOptional(),
});
export type Price = z.infer<typeof Price>;
/** The price in a stored object: an unknown field is of a later version, and passes. */
export const StoredPrice = z.object(Price.shape);

const Server = {
  /** Without a trailing "/", e.g. "http://127.0.0.1:8000/v1" */
  baseUrl: z.url({ protocol: /^https?$/ }),
  /** The model's name in the request body. */
  modelSent: z.string().min(1),
  apiKeyFrom: KeyReference.optional(),
  /** An OAuth token in place of a key: of Google's application-default credentials (Vertex AI), or of Microsoft Entra ID (Azure). */
  token: z.enum(["google", "entra"]).exactOptional(),
  /** The output processor for all completions of this deployment, e.g. "remove_deepseek_r1_thinking" (output-processors.ts). */
  outputProcessor: z.string().optional(),
};

export const DeploymentClient = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("openai-chat"),
    ...Server,
    reasoningEffort: z.string().optional(),
    /** The header that carries the key. Azure: "api-key". Absent: "authorization". */
    keyHeader: z.literal("api-key").exactOptional(),
  }),
  z.strictObject({ kind: z.literal("openai-completions"), ...Server }),
  /** Anthropic's Messages API. The base URL has no /v1. With a token of Google, it is the address of a project's location in Vertex AI. */
  z.strictObject({ kind: z.literal("anthropic-messages"), ...Server }),
  /** Google's generateContent. The base URL has no /v1beta. With a token of Google, as for Anthropic's. */
  z.strictObject({ kind: z.literal("gemini"), ...Server }),
  /** Amazon Bedrock's Converse, signed with the credentials of the AWS chain. */
  z.strictObject({ kind: z.literal("bedrock-converse"), ...Server, region: z.string().min(1) }),
  /** Runs in this process: simple/model1, baseline/*, judge/*. */
  z.strictObject({
    kind: z.literal("builtin"),
    baseline: z.string(),
    /** True for the user's own code. It may call a language model, so the exceptions for built-in baselines do not apply. */
    isPlugin: z.boolean().exactOptional(),
  }),
]);
export type DeploymentClient = z.infer<typeof DeploymentClient>;
/** The client of a model behind a server. */
export type ServedClient = Exclude<DeploymentClient, { kind: "builtin" }>;

/** Open weights that the service itself serves, with vLLM or llama.cpp in the worker's own GPU job (conf/gpu_classes.yaml). */
export const Served = z.strictObject({
  gpuClass: z.string().min(1),
  /** The repository on Hugging Face, e.g. "Qwen/Qwen3-8B". */
  repo: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
  /** The full commit hash: a branch could change while a suite runs. */
  revision: z.string().regex(/^[0-9a-f]{40}$/),
  /** Size of the weights on disk. */
  weightsGb: z.number().positive(),
  /** Maximum number of concurrent jobs. Each job has its own GPUs. */
  replicas: z.int().positive().default(1),
  /** The file of the repository that llama.cpp serves; of several parts, the first. Absent: vLLM serves the repository. */
  gguf: z
    .string()
    .regex(/^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.gguf$/, "must be the path of a .gguf file in the repository")
    .optional(),
  /** Additional arguments of the server. */
  serverArguments: z.array(z.string()).default([]),
});
export type Served = z.infer<typeof Served>;

/** One place that serves one model (HELM: benchmark/model_deployment_registry.py). It contains no secret. */
export const Deployment = z.strictObject({
  /** "host/engine" */
  name: z.string().min(1),
  modelName: z.string().min(1),
  client: DeploymentClient,
  tokenizerName: z.string().optional(),
  /** The model's tokenizer.json, which counts tokens where the server reports none. */
  tokenizerFile: z.string().min(1).optional(),
  /** tokens */
  maxSequenceLength: z.int().positive().optional(),
  /** tokens */
  maxRequestLength: z.int().positive().optional(),
  /** tokens */
  maxSequenceAndGeneratedTokensLength: z.int().positive().optional(),
  deprecated: z.boolean().default(false),
  trust: Trust,
  /** Maximum number of requests in flight. */
  concurrency: z.int().positive().optional(),
  /** The most that a client sends in any minute. */
  perMinute: MinuteLimits.exactOptional(),
  price: Price.optional(),
  /** The revision of the weights, if known. It is part of the request key. */
  weightsRevision: z.string().optional(),
  /** True for a model that thinks before it answers; "budget" if its API limits the thinking by a number of tokens. */
  reasoning: z.union([z.boolean(), z.literal("budget")]).optional(),
  /** False if the API refuses a temperature. */
  temperature: z.boolean().optional(),
  /** True if the server supports a JSON schema for replies (response_format). Protocol `fenced` then uses it for judges. */
  structuredOutput: z.boolean().optional(),
  /** False if the model takes no images. */
  images: z.boolean().exactOptional(),
  served: Served.optional(),
  /** Its server lists only other models, so that the reply to the canary request must name it. `advice`: what to do otherwise. */
  unlisted: z
    .strictObject({ names: z.array(z.string()), listed: z.array(z.string()), advice: z.string() })
    .exactOptional(),
  /** The changes to every request in its entry of model_deployments.yaml. */
  request: EntrySettings.exactOptional(),
  /** The changes to every request: those of its entry, and the user's. */
  settings: RequestSettings.exactOptional(),
});
export type Deployment = z.infer<typeof Deployment>;

/** True for hosts that are always this machine. */
export function isLoopbackHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "").toLowerCase();
  return bare === "localhost" || bare === "::1" || /^(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(bare);
}

/** The default trust of a server: `local` on loopback, else `hosted`. A private address does not prove a data-use agreement. */
export function trustOfUrl(baseUrl: string): Trust {
  return isLoopbackHost(new URL(baseUrl).hostname) ? "local" : "hosted";
}

/** Whether two addresses are those of one server. All names of this machine are equal. */
export const isSameServer = (a: string, b: string): boolean => plainAddress(a) === plainAddress(b);

function plainAddress(address: string): string {
  const { hostname, protocol, port, pathname, search } = new URL(address);
  const host = isLoopbackHost(hostname) ? "localhost" : hostname;
  return `${protocol}//${host}:${port}${pathname.replace(/\/+$/, "")}${search}`;
}

/** Parameters of an address that hold a secret. */
const SECRET = /key|token|secret|password|credential|^sig(?:nature)?$/i;

/** Removes trailing slashes, and writes the scheme in small letters, so that equal endpoints are equal texts. @throws UserError that starts with `from`, the origin of `url` */
export function checkedBaseUrl(url: string, from: string): string {
  const base = url.replace(/\/+$/, "").replace(/^https?:/i, (scheme) => scheme.toLowerCase());
  // a parser of addresses removes line breaks and encodes spaces, so that another address would be asked
  const isOne = /^https?:\/\/[^/][^\s\p{Cc}#]*$/u.test(base) && URL.canParse(base);
  if (!isOne)
    throw new UserError(
      `${from}: ${url.replaceAll(/\s+/g, " ")} is not a valid address; write it like http://127.0.0.1:8000/v1`,
    );
  const { username, password, searchParams } = new URL(base);
  const isSecret = username !== "" || password !== "" || [...searchParams.keys()].some((name) => SECRET.test(name));
  if (!isSecret) return base;
  throw new UserError(
    `${from}: the address has a user name, a password or a key, which messages and results would show; leave it out (--api-key-env and --extra-header send a key to a model)`,
  );
}

/** HELM: the model name that is sent if the deployment sets none: the part after the first "/". */
export function enginePart(name: string): string {
  return name.slice(name.indexOf("/") + 1);
}

/** HELM: the part before the first "/". Keys in credentials.conf start with it. */
export function hostOrganization(deploymentName: string): string {
  return deploymentName.split("/", 1)[0] ?? deploymentName;
}
