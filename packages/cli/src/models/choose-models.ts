import { sayWaiting } from "./say-waiting.ts";
import { counted } from "@medhelm/core/text/counted";
import type { RunEntry } from "@medhelm/core/helm/conf";
import { parseObjectSpec } from "@medhelm/core/helm/object-spec";
import { checkedBaseUrl } from "@medhelm/core/models/deployment";
import type { EndpointFlags } from "@medhelm/core/models/resolve-deployment";
import type { ModelRegistry } from "@medhelm/core/run/spec/expand";
import { variableOf } from "@medhelm/core/models/variable-of";
import { UserError } from "@medhelm/core/user-error";
import type { Env } from "../env.ts";
import { packagedDeploymentsFor } from "./packaged-deployments.ts";
import type { RunOptions } from "../run/options/run-options.ts";

export interface ChosenModels {
  /** The deployments that --model names. An address has the name HOST/MODEL. */
  readonly chosen: readonly string[];
  /** The servers of --model URL, by deployment. */
  readonly servers: ReadonlyMap<string, EndpointFlags>;
}

const IS_ADDRESS = /^https?:\/\//i;

/** The name of a server's model in a plan, which asks no server. */
const UNASKED = "model";

/** The servers that --serve started, by deployment. */
export interface ServedModels {
  readonly served?: ReadonlyMap<string, EndpointFlags>;
}

type ModelFlags = Pick<RunOptions, "model" | "modelName" | "apiKeyEnv" | "endpoint" | "modelsToRun" | "trust"> &
  ServedModels;

/**
 * Reads --model: names of deployments, and addresses of servers, whose lists say which model they serve.
 * @throws UserError for a wrong name or combination, or a server that does not answer
 */
export async function chooseModels(
  flags: ModelFlags,
  env: Env,
  { asksServers, headers }: HowAsked,
): Promise<ChosenModels> {
  const { model: names = [], modelsToRun } = flags;
  const address = modelsToRun?.find((name) => IS_ADDRESS.test(name));
  if (address !== undefined)
    throw new UserError(
      `--models-to-run ${address}: this option takes names of models; give the address of a server with --model ${address}`,
    );
  if (names.length > 0 && modelsToRun !== undefined)
    throw new UserError("--model and --models-to-run both choose models; give --model only");
  if (flags.apiKeyEnv !== undefined && isOfProviders(flags, env))
    throw new UserError(
      `--api-key-env ${flags.apiKeyEnv} is the key of a server's address, and --model ${names.join(" ")} names a provider; set the provider's own variable (docs/connect-your-model.md)`,
    );
  const servers = new Map<string, EndpointFlags>();
  const chosen: string[] = [];
  const given = asksServers ? flags : { modelName: UNASKED, ...flags };
  const asking = names.map(async (name) =>
    IS_ADDRESS.test(name) ? modelAt(name, given, env, { asksServers, headers }) : undefined,
  );
  await Promise.allSettled(asking); // at once, since each server that does not answer takes seconds
  for (const [i, name] of names.entries()) {
    const served = flags.served?.get(name);
    if (served !== undefined) servers.set(name, served);
    const found = await asking[i];
    if (found === undefined) {
      chosen.push(checkedName(name));
      continue;
    }
    const { deployment, server } = found;
    if (servers.has(deployment)) throw new UserError(`--model gives ${deployment} twice; leave one out`);
    servers.set(deployment, server);
    chosen.push(deployment);
  }
  return { chosen, servers };
}

/** Whether --model names providers only, and no option or variable gives a server's address. */
const isOfProviders = ({ model = [], endpoint }: ModelFlags, env: Env): boolean =>
  model.length > 0 &&
  endpoint === undefined &&
  (env["MEDHELM_ENDPOINT"] ?? "") === "" &&
  model.every((name) => !IS_ADDRESS.test(name));

/** The model of a deployment: of model_deployments.yaml, else of the packaged ones, else the last two parts of its name. */
export async function modelNameOf({ modelOf }: Pick<ModelRegistry, "modelOf">, deployment: string): Promise<string> {
  const packaged = (await packagedDeploymentsFor(deployment)).find(({ name }) => name === deployment);
  return modelOf(deployment) ?? packaged?.modelName ?? shortName(deployment);
}

const shortName = (deployment: string): string => deployment.split("/").slice(-2).join("/");

/**
 * The entry with each of the models.
 * @throws UserError if the entry names a model itself
 */
export function withModels(entry: RunEntry, chosen: readonly string[], modelOf: ModelRegistry["modelOf"]): RunEntry[] {
  const { description, label } = entry;
  const { model = "", model_deployment: own } = parseObjectSpec(description).args;
  if (String(model).includes("/") || own !== undefined)
    throw new UserError(
      `${label} (${description}): the entry names the model ${own ?? model}, and --model gives another; leave out one of them`,
    );
  return chosen.map((deployment) => {
    const name = modelOf(deployment) ?? shortName(deployment);
    const args = name === deployment ? `model=${name}` : `model=${name},model_deployment=${deployment}`;
    // a repeated argument has the last value, so that a group such as model=text is replaced
    return { ...entry, description: `${description}${description.includes(":") ? "," : ":"}${args}` };
  });
}

function checkedName(name: string): string {
  if (/^[^/,=\s]+(?:\/[^/,=\s]+)+$/.test(name)) return name;
  throw new UserError(
    `--model ${name}: this is no name of a model; write PROVIDER/NAME, as in openai/gpt-4o or ollama/llama3.2, or the address of a server, as in http://127.0.0.1:8000/v1`,
  );
}

interface HowAsked {
  /** whether a server may be asked which model it has */
  readonly asksServers: boolean;
  /** the user's headers of every request */
  readonly headers: Readonly<Record<string, string>> | undefined;
}

interface ProbeFlags extends Pick<HowAsked, "headers"> {
  readonly apiKeyEnv: string | undefined;
  readonly env: Env;
}

/** The only model that a server lists, or the one that --model-name gives. */
async function modelAt(
  url: string,
  { modelName, apiKeyEnv, endpoint, trust }: ModelFlags,
  env: Env,
  { asksServers, headers }: HowAsked,
) {
  if (endpoint !== undefined)
    throw new UserError(`--model ${url} and --endpoint ${endpoint} both give a server; leave out --endpoint`);
  const given = checkedBaseUrl(url, "--model");
  const { baseUrl, listed } =
    modelName === undefined
      ? await listModels(given, { apiKeyEnv, env, headers })
      : { baseUrl: asksServers ? await withPath(given, { apiKeyEnv, env, headers }) : given, listed: [] };
  if (modelName === undefined && listed.length === 0)
    throw new UserError(
      `--model ${url}: the server lists no model with a usable name; load a model there, or name one with --model-name`,
    );
  if (modelName === undefined && listed.length > 1)
    throw new UserError(
      `--model ${url}: the server lists ${counted(listed.length, "model")} (${listed.slice(0, 5).join(", ")}); choose one with --model-name`,
    );
  const id = modelName ?? listed[0] ?? "";
  const engine = id.replace(/^.*\/(?=[^/]+\.gguf$)|^\/+/, "").replaceAll(/[,=\s]/g, "-");
  const deployment = `${new URL(baseUrl).host}/${engine}`;
  const server: EndpointFlags = {
    endpoint: baseUrl,
    modelName: id,
    ...(apiKeyEnv !== undefined && { apiKeyEnv }),
    ...(trust !== undefined && { trust }),
  };
  return { deployment, server };
}

/** An address without a path is that of a server, whose API is usually below it at /v1. */
async function withPath(url: string, { apiKeyEnv = "MEDHELM_API_KEY", env, headers }: ProbeFlags): Promise<string> {
  if (new URL(url).pathname !== "/") return url;
  const { createProbe } = await import("@medhelm/adapters/models/probe");
  const listed = await createProbe({ apiKey: variableOf(env, apiKeyEnv), headers, onSlow: sayWaiting }).models(
    `${url}/v1`,
  );
  return listed === undefined ? url : `${url}/v1`;
}

/** The models that a server lists at the address, or below it at /v1, which is more usual for an address without a path. */
async function listModels(url: string, { apiKeyEnv = "MEDHELM_API_KEY", env, headers }: ProbeFlags) {
  const { createProbe } = await import("@medhelm/adapters/models/probe");
  const probe = createProbe({ apiKey: variableOf(env, apiKeyEnv), headers, onSlow: sayWaiting });
  const places = new URL(url).pathname === "/" ? [`${url}/v1`, url] : [url, `${url}/v1`];
  const found = await Promise.all(places.map(async (baseUrl) => ({ baseUrl, listed: await probe.models(baseUrl) })));
  for (const { baseUrl, listed } of found) if (listed !== undefined) return { baseUrl, listed };
  throw new UserError(
    `--model ${url}: no server lists its models there (GET ${places[0]}/models); start it, correct the address, or name the model with --model-name`,
  );
}
