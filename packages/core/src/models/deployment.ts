import { z } from "zod";
import { UserError } from "../user-error.ts";

export const OPENAI_URL = "https://api.openai.com/v1";

/** Where the model server of a served deployment listens in its job, beside the worker. */
export const SERVED_URL = "http://127.0.0.1:8000/v1";

/**
 * Where a model is served. `local`: this machine; `covered`: a place that the user's data-use agreements cover (a hospital's own
 * server, a provider under contract); `hosted`: anything else.
 */
export const Trust = z.enum(["local", "covered", "hosted"]);
export type Trust = z.infer<typeof Trust>;

/** Where the key comes from, never the key: `resolveApiKey` looks it up at the edge. */
export const KeyReference = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("env"), name: z.string() }),
  /** an entry of credentials.conf, e.g. "openaiApiKey" or "deployments.openai/gpt-4o" */
  z.strictObject({ kind: z.literal("credentials"), name: z.string() }),
]);
export type KeyReference = z.infer<typeof KeyReference>;

/** US dollars for a million tokens, as the provider's page had them on `asOf` (YYYY-MM-DD). */
export const Price = z.strictObject({
  inputUsdPerMillion: z.number().min(0),
  outputUsdPerMillion: z.number().min(0),
  asOf: z.iso.date().exactOptional(),
});
export type Price = z.infer<typeof Price>;

const OpenAiServer = {
  /** without a trailing "/", e.g. "http://127.0.0.1:8000/v1" */
  baseUrl: z.url({ protocol: /^https?$/ }),
  /** the model's name on the wire */
  modelSent: z.string().min(1),
  apiKeyFrom: KeyReference.optional(),
  /** e.g. "remove_deepseek_r1_thinking" (output-processors.ts): what is done to every completion of this deployment */
  outputProcessor: z.string().optional(),
};

export const DeploymentClient = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("openai-chat"), ...OpenAiServer, reasoningEffort: z.string().optional() }),
  z.strictObject({ kind: z.literal("openai-completions"), ...OpenAiServer }),
  /** runs in this process: simple/model1, baseline/*, judge/* */
  z.strictObject({
    kind: z.literal("builtin"),
    baseline: z.string(),
    /** code of the user's: no rule of ours, maybe a language model elsewhere */
    isPlugin: z.boolean().exactOptional(),
  }),
]);
export type DeploymentClient = z.infer<typeof DeploymentClient>;

/** Open weights that we serve ourselves, vLLM beside the worker, in a job of their own (conf/gpu_classes.yaml). */
export const Served = z.strictObject({
  gpuClass: z.string().min(1),
  /** on the hub, e.g. "Qwen/Qwen3-8B" */
  repo: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
  /** the commit, all 40 digits: a branch could be moved under a running suite */
  revision: z.string().regex(/^[0-9a-f]{40}$/),
  /** of the weights on disk */
  weightsGb: z.number().positive(),
  /** jobs at once at most, each with GPUs of its own */
  replicas: z.int().positive().default(1),
  /** further arguments of vLLM's server */
  serverArguments: z.array(z.string()).default([]),
});
export type Served = z.infer<typeof Served>;

/** One place that answers for one model (HELM: benchmark/model_deployment_registry.py), without any secret. */
export const Deployment = z.strictObject({
  /** "host/engine" */
  name: z.string().min(1),
  modelName: z.string().min(1),
  client: DeploymentClient,
  tokenizerName: z.string().optional(),
  /** tokens */
  maxSequenceLength: z.int().positive().optional(),
  /** tokens */
  maxRequestLength: z.int().positive().optional(),
  /** tokens */
  maxSequenceAndGeneratedTokensLength: z.int().positive().optional(),
  deprecated: z.boolean().default(false),
  trust: Trust,
  /** requests in flight at most */
  concurrency: z.int().positive().optional(),
  price: Price.optional(),
  /** which weights answer, where known: part of the request key */
  weightsRevision: z.string().optional(),
  /** the server holds replies to a JSON schema (response_format): judges are asked so under protocol fenced */
  structuredOutput: z.boolean().optional(),
  served: Served.optional(),
});
export type Deployment = z.infer<typeof Deployment>;

/** True for hosts that cannot leave this machine. */
export function isLoopbackHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "").toLowerCase();
  return bare === "localhost" || bare === "::1" || /^(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(bare);
}

/** Trust of a server that nobody marked: loopback is local; a private address is not proof of an agreement, so it is hosted. */
export function trustOfUrl(baseUrl: string): Trust {
  return isLoopbackHost(new URL(baseUrl).hostname) ? "local" : "hosted";
}

/** "http://h:1/v1/" and "http://h:1/v1" are one endpoint. @throws UserError that begins with `from`, the place where it was given */
export function checkedBaseUrl(url: string, from: string): string {
  const base = url.replace(/\/+$/, "");
  if (/^https?:\/\/[^/]/.test(base) && URL.canParse(base)) return base;
  throw new UserError(`${from}: ${url} is not an address like http://127.0.0.1:8000/v1`);
}

/** HELM: what is sent where the deployment names no model: the part after the first "/". */
export function enginePart(name: string): string {
  return name.slice(name.indexOf("/") + 1);
}

/** HELM: the part before the first "/", under which credentials.conf files its keys. */
export function hostOrganization(deploymentName: string): string {
  return deploymentName.split("/", 1)[0] ?? deploymentName;
}
