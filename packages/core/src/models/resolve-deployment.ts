import { UserError } from "../user-error.ts";
import { nearNames } from "../text/near-names.ts";
import { keyReference } from "./credentials.ts";
import {
  checkedBaseUrl,
  type Deployment,
  enginePart,
  hostOrganization,
  isLoopbackHost,
  type KeyReference,
  OPENAI_URL,
  type Trust,
  trustOfUrl,
} from "./deployment.ts";
import { chooseModelName, listsModel } from "./model-name.ts";
import type { ProdEnv } from "./prod-env.ts";

/** A server that answered GET /v1/models. */
export interface ProbedServer {
  /** e.g. "http://127.0.0.1:8000/v1" */
  readonly baseUrl: string;
  readonly models: readonly string[];
}
export interface Probe {
  /** The models that a server lists; undefined where it does not answer or lists none. */
  models(baseUrl: string): Promise<readonly string[] | undefined>;
  /** The servers on the usual loopback ports, in the order of the ports. */
  loopback(): Promise<readonly ProbedServer[]>;
}
/** --endpoint and its companions; for judges those of --judge-endpoint where given. */
export interface EndpointFlags {
  readonly endpoint?: string;
  /** name of the environment variable that holds the key; else MEDHELM_API_KEY, if it is set */
  readonly apiKeyEnv?: string;
  /** the model's name on the wire */
  readonly modelName?: string;
  /** for an endpoint beyond loopback that a data-use agreement covers */
  readonly trust?: Trust;
}
export interface ResolveInputs {
  readonly prodEnv: ProdEnv;
  /** names of deployments that run in this process: simple/model1, baseline/*, judge/* */
  readonly builtins: Iterable<string>;
  readonly flags: EndpointFlags;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly probe: Probe;
}
export interface Resolution {
  readonly deployment: Deployment;
  /** Something that the user should hear, in one sentence. */
  readonly notice?: string;
}

/** Hosts that HELM asks over the internet: a local server must not answer in their name unless it is told to. */
const PROVIDERS = new Set(
  "anthropic cohere google mistralai together openrouter writer xai litellm amazon stanfordhealthcare".split(" "),
);

/**
 * Where a deployment is served: --endpoint; model_deployments.yaml; a built-in; for openai/* OPENAI_API_KEY and OPENAI_BASE_URL; for
 * any other MEDHELM_ENDPOINT, then the server on loopback that lists the model, or the only one there.
 * @throws UserError with the commands that would work
 */
export async function resolveDeployment(
  wanted: { readonly name: string; readonly modelName: string },
  inputs: ResolveInputs,
): Promise<Resolution> {
  const { prodEnv, flags, env } = inputs;
  const known = prodEnv.deployments.find(({ name }) => name === wanted.name);
  const isBuiltin = known === undefined ? new Set(inputs.builtins).has(wanted.name) : known.client.kind === "builtin";
  if (isBuiltin) return { deployment: known ?? builtin(wanted) };
  const base = known ?? { name: wanted.name, modelName: wanted.modelName, deprecated: false };
  if (flags.endpoint !== undefined) return atEndpoint(base, flags.endpoint, "--endpoint", inputs);
  if (known !== undefined) return { deployment: withModelName(known, flags.modelName) };
  if (hostOrganization(wanted.name) === "openai") return { deployment: openai(base, inputs) };
  const fromEnv = env["MEDHELM_ENDPOINT"];
  if (fromEnv !== undefined && fromEnv !== "") return atEndpoint(base, fromEnv, "MEDHELM_ENDPOINT", inputs);
  if (PROVIDERS.has(hostOrganization(wanted.name)))
    throw new UserError(
      `${wanted.name} is not in model_deployments.yaml: add it there, or name an OpenAI-compatible server with --endpoint http://HOST:PORT/v1${alike(base, inputs)}`,
    );
  return onLoopback(base, inputs);
}

/**
 * HELM's deployment of a model that names none: the last one registered for it that is not deprecated, else the last deprecated one,
 * else one of the model's own name (HELM's generators).
 */
export function defaultDeployment(modelName: string, deployments: readonly Deployment[]): string {
  const serving = deployments.filter((deployment) => deployment.modelName === modelName);
  return (serving.findLast(({ deprecated }) => !deprecated) ?? serving.at(-1))?.name ?? modelName;
}

/** What is known of a deployment beside its server. */
type Base = Omit<Deployment, "client" | "trust">;

function builtin({ name, modelName }: { readonly name: string; readonly modelName: string }): Deployment {
  return { name, modelName, client: { kind: "builtin", baseline: name }, trust: "local", deprecated: false };
}

function withModelName(deployment: Deployment, modelName: string | undefined): Deployment {
  const { client } = deployment;
  if (modelName === undefined || client.kind === "builtin") return deployment;
  return { ...deployment, client: { ...client, modelSent: modelName } };
}

async function atEndpoint(
  base: Base,
  url: string,
  from: string,
  { flags, probe, env }: ResolveInputs,
): Promise<Resolution> {
  const baseUrl = checkedBaseUrl(url, from);
  const listed = flags.modelName === undefined ? await probe.models(baseUrl) : undefined;
  const chosen = chooseModelName([base.name, base.modelName], listed ?? []);
  // No key of credentials.conf: it was given for another server.
  const keyEnv = flags.apiKeyEnv ?? (env["MEDHELM_API_KEY"] === undefined ? undefined : "MEDHELM_API_KEY");
  const key: KeyReference | undefined = keyEnv === undefined ? undefined : { kind: "env", name: keyEnv };
  const deployment = served(base, baseUrl, flags.modelName ?? chosen.modelSent, flags.trust, key);
  return chosen.remark === undefined || flags.modelName !== undefined
    ? { deployment }
    : { deployment, notice: `${base.name} is asked at ${baseUrl}, ${chosen.remark}` };
}

async function onLoopback(base: Base, inputs: ResolveInputs): Promise<Resolution> {
  const { probe, flags } = inputs;
  const servers = await probe.loopback();
  const names = [base.name, base.modelName, ...(flags.modelName === undefined ? [] : [flags.modelName])] as const;
  const lists = servers.find((server) => listsModel(names, server.models));
  const server = lists ?? (servers.length === 1 ? servers[0] : undefined);
  if (server === undefined) throw new UserError(`${nobodyServes(base, servers)}${alike(base, inputs)}`);
  const chosen = chooseModelName(names, server.models);
  return {
    deployment: served(base, server.baseUrl, flags.modelName ?? chosen.modelSent, flags.trust, undefined),
    notice: `${base.name} is served by ${server.baseUrl}, ${chosen.remark ?? `which lists it as "${chosen.modelSent}"`}`,
  };
}

function nobodyServes({ name, modelName }: Base, servers: readonly ProbedServer[]): string {
  const found = servers.map(({ baseUrl, models }) => `${baseUrl} (${models.slice(0, 3).join(", ")})`).join(" and ");
  const problem =
    servers.length === 0
      ? `no model server answers on 127.0.0.1 for ${name}`
      : `none of the servers on 127.0.0.1 lists ${enginePart(name)}: ${found}`;
  return `${problem}; start one with "vllm serve ${modelName}" or "ollama run ${enginePart(modelName)}", or name one with --endpoint http://HOST:PORT/v1 (also MEDHELM_ENDPOINT) or in prod_env/model_deployments.yaml`;
}

/** A name may be mistyped as well as unserved. */
function alike({ name }: Base, { prodEnv, builtins }: ResolveInputs): string {
  const near = nearNames(name, [...builtins, ...prodEnv.deployments.map((deployment) => deployment.name)]);
  return near.length === 0 ? "" : `; did you mean ${near.join(" or ")}?`;
}

/** HELM: openai/* needs no entry. Chat completions, where HELM's generator takes the Responses API: every compatible server has them. */
function openai(base: Base, { env, flags, prodEnv }: ResolveInputs): Deployment {
  const fromCredentials = prodEnv.credentials.get("openaiBaseUrl");
  const url = fromCredentials ?? (env["OPENAI_BASE_URL"] || OPENAI_URL);
  const baseUrl = checkedBaseUrl(url, fromCredentials === undefined ? "OPENAI_BASE_URL" : "openaiBaseUrl");
  const key: KeyReference = keyReference(base.name, baseUrl, prodEnv.credentials) ?? {
    kind: "env",
    name: "OPENAI_API_KEY",
  };
  const hasKey = key.kind === "credentials" || (env[key.name] ?? "") !== "";
  if (!hasKey && !isLoopbackHost(new URL(baseUrl).hostname))
    throw new UserError(
      `${base.name} needs an API key: set OPENAI_API_KEY, or openaiApiKey in prod_env/credentials.conf, or point it at your own server with --endpoint http://HOST:PORT/v1`,
    );
  return served(base, baseUrl, flags.modelName ?? enginePart(base.name), flags.trust, hasKey ? key : undefined);
}

function served(
  base: Base,
  baseUrl: string,
  modelSent: string,
  trust: Trust | undefined,
  apiKeyFrom: KeyReference | undefined,
): Deployment {
  return {
    ...base,
    client: { kind: "openai-chat", baseUrl, modelSent, ...(apiKeyFrom !== undefined && { apiKeyFrom }) },
    trust: trust ?? trustOfUrl(baseUrl),
  };
}
