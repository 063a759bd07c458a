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
import { catalogFacts, factsElsewhere } from "./catalog-facts.ts";
import { chooseModelName, listsModel } from "./model-name.ts";
import type { ProdEnv } from "./prod-env.ts";
import { ollamaUrl, providerClient } from "./providers.ts";

/** A server that answered GET /v1/models. */
export interface ProbedServer {
  /** e.g. "http://127.0.0.1:8000/v1" */
  readonly baseUrl: string;
  readonly models: readonly string[];
}
export interface Probe {
  /** Returns the models that a server lists; undefined if it does not answer, lists no model or is not waited for. */
  models(baseUrl: string, signal?: AbortSignal): Promise<readonly string[] | undefined>;
  /** Returns the servers on the usual loopback ports, in the order of the ports. */
  loopback(): Promise<readonly ProbedServer[]>;
}
/** The environment variable with the key of a given server. */
const ENDPOINT_KEY = "MEDHELM_API_KEY";
export const endpointKey = ({ apiKeyEnv }: EndpointFlags): string => apiKeyEnv ?? ENDPOINT_KEY;

/** --endpoint and its related options. For judges, --judge-endpoint replaces it. */
export interface EndpointFlags {
  readonly endpoint?: string;
  /** The name of the environment variable with the key. Default: MEDHELM_API_KEY, if it is set. */
  readonly apiKeyEnv?: string;
  /** The model's name in the request body. */
  readonly modelName?: string;
  /** For judges: whether another model of the server may judge under their names. */
  readonly mayBeAnother?: boolean;
  /** For judges: the endpoint is theirs only, by --judge-endpoint. */
  readonly isForJudges?: boolean;
  /** `covered` for an endpoint outside loopback that a data-use agreement covers. */
  readonly trust?: Trust | undefined;
  /** For judges without --endpoint: the trust of the server of MEDHELM_ENDPOINT. Absent: `trust`. */
  readonly trustFromEnv?: Trust | undefined;
}
export interface ResolveInputs {
  readonly prodEnv: ProdEnv;
  /** Facts about providers' models, which prodEnv precedes. Absent: none. */
  readonly catalog?: readonly Deployment[];
  /** The names of deployments that run in this process: simple/model1, baseline/*, judge/*. */
  readonly builtins: Iterable<string>;
  readonly flags: EndpointFlags;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly probe: Probe;
}
export interface Resolution {
  readonly deployment: Deployment;
  /** One sentence that the command prints for the user. */
  readonly notice?: string;
}

/** Other providers on the internet. A local server serves their models only if the user names it. */
const OTHER_PROVIDERS = new Set("cohere mistralai writer xai litellm amazon stanfordhealthcare".split(" "));

/**
 * Decides where a deployment is served. Built-ins run in this process. For any other deployment the first match decides: --endpoint,
 * model_deployments.yaml, OPENAI_API_KEY and OPENAI_BASE_URL (openai/* only), MEDHELM_ENDPOINT, the provider that the name starts with, the server on
 * loopback that lists the model, the only server on loopback.
 * @throws UserError with the commands that help
 */
export async function resolveDeployment(
  wanted: { readonly name: string; readonly modelName: string },
  inputs: ResolveInputs,
): Promise<Resolution> {
  const { prodEnv, flags, env } = inputs;
  const known = prodEnv.deployments.find(({ name }) => name === wanted.name);
  const isBuiltin = known === undefined ? new Set(inputs.builtins).has(wanted.name) : known.client.kind === "builtin";
  if (isBuiltin) return { deployment: known ?? builtin(wanted) };
  const facts = known === undefined ? catalogFacts(wanted.name, inputs.catalog ?? []) : {};
  const plain = { name: wanted.name, modelName: wanted.modelName, deprecated: false };
  const base = known ?? { ...plain, ...factsElsewhere(facts) };
  if (flags.endpoint !== undefined) return atEndpoint(withoutRequest(base), flags.endpoint, "--endpoint", inputs);
  if (known !== undefined) return { deployment: withFlags(known, flags) };
  if (hostOrganization(wanted.name) === "openai") return atProvider(openai({ ...plain, ...facts }, inputs));
  const fromEnv = env["MEDHELM_ENDPOINT"];
  if (fromEnv !== undefined && fromEnv !== "") return atEndpoint(base, fromEnv, "MEDHELM_ENDPOINT", inputs);
  if (hostOrganization(wanted.name) === "ollama") return atOllama(base, inputs);
  const client = providerClient(wanted.name, { env, credentials: prodEnv.credentials });
  if (client !== undefined)
    return atProvider(withFlags({ ...plain, ...facts, client, trust: trustOfUrl(client.baseUrl) }, flags));
  if (OTHER_PROVIDERS.has(hostOrganization(wanted.name)))
    throw new UserError(
      `${wanted.name} is not in model_deployments.yaml: add it there, or give an OpenAI-compatible server with --endpoint http://HOST:PORT/v1${didYouMean(base, inputs)}`,
    );
  return onLoopback(base, inputs);
}

/**
 * Returns the default deployment of a model. HELM: the last registered one that is not deprecated, else the last deprecated one,
 * else a deployment with the model's own name (HELM's generators).
 */
export function defaultDeployment(modelName: string, deployments: readonly Deployment[]): string {
  const serving = deployments.filter((deployment) => deployment.modelName === modelName);
  return (serving.findLast(({ deprecated }) => !deprecated) ?? serving.at(-1))?.name ?? modelName;
}

/** A deployment without its server. */
type DeploymentBase = Omit<Deployment, "client" | "trust">;

/** The headers of an entry may hold secrets of its own server, so they are never sent to another one. */
const withoutRequest = ({ request: _request, ...base }: DeploymentBase): DeploymentBase => base;

function builtin({ name, modelName }: { readonly name: string; readonly modelName: string }): Deployment {
  return { name, modelName, client: { kind: "builtin", baseline: name }, trust: "local", deprecated: false };
}

function withFlags(deployment: Deployment, { modelName, trust }: EndpointFlags): Deployment {
  const { client } = deployment;
  if ((modelName === undefined && trust === undefined) || client.kind === "builtin") return deployment;
  return {
    ...deployment,
    client: modelName === undefined ? client : { ...client, modelSent: modelName },
    trust: trust ?? deployment.trust,
  };
}

function atProvider(deployment: Deployment): Resolution {
  if (!deployment.deprecated) return { deployment };
  return {
    deployment,
    notice: `${deployment.name} is withdrawn by its provider (conf/model_deployments.yaml); it may not answer`,
  };
}

/** Ollama's own server, which lists the models that it has. */
async function atOllama(base: DeploymentBase, { flags, probe, env }: ResolveInputs): Promise<Resolution> {
  const baseUrl = ollamaUrl(env);
  const listed = await probe.models(baseUrl);
  const engine = flags.modelName ?? enginePart(base.name);
  if (listed === undefined)
    throw new UserError(
      `no Ollama answers at ${baseUrl} for ${base.name}: start it with "ollama serve", then "ollama pull ${engine}", or set OLLAMA_HOST`,
    );
  const modelSent = [engine, `${engine}:latest`].find((name) => listed.includes(name));
  if (modelSent === undefined)
    throw new UserError(
      `Ollama at ${baseUrl} does not have ${engine} (it has ${listed.slice(0, 5).join(", ")}): run "ollama pull ${engine}"`,
    );
  return { deployment: deploymentAt(base, baseUrl, modelSent, flags.trust, undefined) };
}

async function atEndpoint(
  base: DeploymentBase,
  url: string,
  from: string,
  { flags, probe, env }: ResolveInputs,
): Promise<Resolution> {
  const baseUrl = checkedBaseUrl(url, from);
  const listed = flags.modelName === undefined ? await probe.models(baseUrl) : undefined;
  const chosen = chooseModelName([base.name, base.modelName], listed ?? []);
  if (chosen.isAnother === true) refuseAnother(base, baseUrl, chosen.modelSent, flags);
  // A key of credentials.conf belongs to another server, so it is never sent here.
  const keyEnv = flags.apiKeyEnv ?? (env[ENDPOINT_KEY] === undefined ? undefined : ENDPOINT_KEY);
  const key: KeyReference | undefined = keyEnv === undefined ? undefined : { kind: "env", name: keyEnv };
  const deployment = {
    ...deploymentAt(base, baseUrl, flags.modelName ?? chosen.modelSent, flags.trust ?? flags.trustFromEnv, key),
    ...unlistedAt(base, listed, flags),
  };
  return chosen.remark === undefined || flags.modelName !== undefined
    ? { deployment }
    : { deployment, notice: `${base.name} is served by ${baseUrl}, ${remarkFor(chosen.remark, flags)}` };
}

async function onLoopback(base: DeploymentBase, inputs: ResolveInputs): Promise<Resolution> {
  const { probe, flags } = inputs;
  const servers = await probe.loopback();
  const names = [base.name, base.modelName, ...(flags.modelName === undefined ? [] : [flags.modelName])] as const;
  const listing = servers.find((server) => listsModel(names, server.models));
  const server = listing ?? (servers.length === 1 ? servers[0] : undefined);
  if (server === undefined) throw new UserError(`${noServerMessage(base, servers)}${didYouMean(base, inputs)}`);
  const chosen = chooseModelName(names, server.models);
  if (chosen.isAnother === true) refuseAnother(base, server.baseUrl, chosen.modelSent, flags);
  return {
    deployment: {
      ...deploymentAt(base, server.baseUrl, flags.modelName ?? chosen.modelSent, flags.trust, undefined),
      ...unlistedAt(base, server.models, flags),
    },
    notice: `${base.name} is served by ${server.baseUrl}, ${chosen.remark === undefined ? `which lists it as "${chosen.modelSent}"` : remarkFor(chosen.remark, flags)}`,
  };
}

/** --model-name is the candidate's, so that it is no advice for a judge. */
const remarkFor = (remark: string, { mayBeAnother }: EndpointFlags): string =>
  mayBeAnother === undefined ? `${remark}; --model-name overrides this` : remark;

/** A judge that is silently another model, perhaps the candidate itself, makes scores that mean nothing. */
function refuseAnother({ name }: DeploymentBase, baseUrl: string, served: string, flags: EndpointFlags): void {
  if (flags.mayBeAnother !== false) return;
  const cures = flags.isForJudges
    ? `let it judge under its own name with --judges ${judgeName(served)}, give a server of the named judge`
    : "name a server of the judge with --judge-endpoint, name other judges with --judges";
  throw new UserError(
    `the judge ${name} would be "${served}", the only model of ${baseUrl}: ${cures}, or accept it with --judges-may-be-candidate, which marks the scores`,
  );
}

/** A server that lists other models may answer with one of them. A server of one model is refused or named before. */
function unlistedAt(
  { name, modelName }: DeploymentBase,
  listed: readonly string[] | undefined,
  { modelName: given, mayBeAnother, isForJudges }: EndpointFlags,
): Pick<Deployment, "unlisted"> {
  const [first] = listed ?? [];
  if (listed === undefined || first === undefined || listed.length < 2 || given !== undefined) return {};
  if (mayBeAnother === true || listsModel([name, modelName], listed)) return {};
  const judge = `let one of them judge under its own name, as in --judges ${judgeName(first)}, give a server of that judge${isForJudges === true ? "" : " with --judge-endpoint"}, or accept it with --judges-may-be-candidate, which marks the scores`;
  return {
    unlisted: {
      names: [name, modelName, enginePart(name)],
      listed: listed.slice(0, 5),
      advice: mayBeAnother === undefined ? "choose one of them with --model-name" : judge,
    },
  };
}

/** A name for --judges, which takes creator/model, of a model as its server lists it. */
export const judgeName = (listed: string): string => {
  const plain = listed.replace(/^\/+/, "").replaceAll(/[,=\s]/g, "-");
  return plain.includes("/") ? plain : `local/${plain}`;
};

function noServerMessage({ name, modelName }: DeploymentBase, servers: readonly ProbedServer[]): string {
  const found = servers.map(({ baseUrl, models }) => `${baseUrl} (${models.slice(0, 3).join(", ")})`).join(" and ");
  const problem =
    servers.length === 0
      ? `no model server answers on 127.0.0.1 for ${name}`
      : `no server on 127.0.0.1 lists ${enginePart(name)}; found ${found}`;
  const ollama = hostOrganization(name) === "vllm" ? "" : ` or "ollama run ${enginePart(modelName)}"`;
  return `${problem}; start one with "vllm serve ${modelName}"${ollama}, or give one with --endpoint http://HOST:PORT/v1 (also MEDHELM_ENDPOINT) or in prod_env/model_deployments.yaml`;
}

/** Suggests similar names, because the name may be misspelled. */
function didYouMean({ name }: DeploymentBase, { prodEnv, builtins }: ResolveInputs): string {
  const near = nearNames(name, [...builtins, ...prodEnv.deployments.map((deployment) => deployment.name)]);
  return near.length === 0 ? "" : `; did you mean ${near.join(" or ")}?`;
}

/** HELM: openai/* needs no entry. HELM's generator uses the Responses API; we use chat completions, which all compatible servers support. */
function openai(base: DeploymentBase, { env, flags, prodEnv }: ResolveInputs): Deployment {
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
  return deploymentAt(base, baseUrl, flags.modelName ?? enginePart(base.name), flags.trust, hasKey ? key : undefined);
}

function deploymentAt(
  base: DeploymentBase,
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
