import { variableOf } from "@medhelm/core/models/variable-of";
import { saySlowWeights } from "./say-slow-weights.ts";
import { sayWaiting } from "./say-waiting.ts";
import { isThere } from "@medhelm/adapters/is-there";
import { join, resolve } from "node:path";
import { modelClients } from "@medhelm/adapters/models/clients";
import { parseHocon } from "@medhelm/core/helm/hocon";
import type { Juries } from "@medhelm/core/judge/judges-file";
import { parseCredentials } from "@medhelm/core/models/credentials";
import { parseModelDeployments } from "@medhelm/core/models/model-deployments";
import { emptyProdEnv, parseModelMetadata, type ProdEnv } from "@medhelm/core/models/prod-env";
import { type EndpointFlags, type Probe, resolveDeployment } from "@medhelm/core/models/resolve-deployment";
import { secretVariables } from "@medhelm/core/models/secret-variables";
import type { RequestSettings } from "@medhelm/core/models/request-settings";
import { withSettings } from "@medhelm/core/run/spec/request-changes";
import { connectModel } from "@medhelm/service/models/connect-model";
import { type Deployment, enginePart } from "@medhelm/core/models/deployment";
import type { Models as ServiceModels } from "@medhelm/service/models/models";
import { refuseRetired } from "@medhelm/service/models/refuse-retired";
import { builtins, isRegistered, modelRegistry } from "@medhelm/service/models/registry";
import { readUserText } from "../places/disk-files.ts";
import { refuseDanglingLink } from "../places/refuse-dangling-link.ts";
import { requireInputFolder } from "../places/require-input-folder.ts";
import { packagedDeploymentsFor } from "./packaged-deployments.ts";
import { packagedJuries } from "./packaged-juries.ts";
import { pickDefined } from "../terminal/pick-defined.ts";
import type { Env } from "../env.ts";

export interface Models extends ServiceModels {
  /** The environment variables with the secrets of a deployment at the place where it is served. */
  secretsFor(deployment: string, role: Role): readonly string[];
  /** Like `resolve`, without asking a server: it takes for granted that the server has the model. */
  describe(deployment: string, model: string, role: Role): Promise<Deployment>;
}
type Role = "candidate" | "judge";

/** This folder may be missing. */
const DEFAULT_LOCAL_PATH = "prod_env";

export interface LoadModelsOptions {
  /** folder of HELM's model_deployments.yaml, model_metadata.yaml, credentials.conf */
  readonly localPath: string;
  readonly env: Env;
  readonly candidates: EndpointFlags;
  /** servers of single candidates, by deployment (--model URL); they precede `candidates` */
  readonly servers?: ReadonlyMap<string, EndpointFlags>;
  readonly judges: EndpointFlags;
  /** of the requests to candidates */
  readonly settings?: RequestSettings;
  /** whether the settings are those of the judges, too, because the candidates are built in */
  readonly settingsOfJudges?: boolean;
  /** ask judges even if their provider has retired them */
  readonly allowRetiredJudges?: boolean;
  /** called once per distinct text */
  notice(text: string): void;
}

/** Loads the models that the command line, prod_env and the environment configure. */
export async function loadModels(options: LoadModelsOptions): Promise<Models> {
  const prodEnv = await readProdEnv(options.localPath, options.env);
  const noticed = new Set<string>();
  let loaded: Promise<Juries> | undefined;
  const juries = () => (loaded ??= packagedJuries());
  const probes = new Map<string, Probe>();
  const probeFor = async (apiKey: string | undefined, headers: RequestSettings["extraHeaders"]): Promise<Probe> => {
    const { createProbe } = await import("@medhelm/adapters/models/probe");
    const id = JSON.stringify([apiKey, headers]);
    const probe = probes.get(id) ?? createProbe({ apiKey, headers, onSlow: sayWaiting });
    probes.set(id, probe);
    return probe;
  };
  const requireServing: Models["requireServing"] = async (judge) => {
    if (options.allowRetiredJudges === true) return;
    const serving = { flags: options.judges, isRegistered: (name: string) => isRegistered(prodEnv, name) };
    refuseRetired(judge, await juries(), serving, new Date().toISOString().slice(0, 10));
  };
  const resolution = async (name: string, modelName: string, role: Role, probe: Probe) => {
    const flags = flagsOf(name, role, options);
    const inputs = { prodEnv, catalog: await packagedDeploymentsFor(name), builtins, flags, env: options.env, probe };
    const { deployment, notice } = await resolveDeployment({ name, modelName }, inputs);
    return { deployment: withSettings(deployment, settingsFor(role, options)), notice };
  };
  return {
    prodEnv,
    juries,
    requireServing,
    registry: modelRegistry(prodEnv),
    async resolve(name, modelName, role, signal) {
      if (role === "judge") await requireServing({ model: modelName, modelDeployment: name });
      const { apiKeyEnv } = flagsOf(name, role, options);
      const apiKey = apiKeyEnv === undefined ? undefined : variableOf(options.env, apiKeyEnv);
      const { extraHeaders } = settingsFor(role, options);
      const probe = await probeFor(apiKey, extraHeaders);
      const waiting: Probe = { ...probe, models: (baseUrl) => probe.models(baseUrl, signal) };
      const { deployment, notice } = await resolution(name, modelName, role, waiting);
      signal?.throwIfAborted();
      if (notice !== undefined && !noticed.has(notice)) options.notice(notice);
      noticed.add(notice ?? "");
      return deployment;
    },
    secretsFor: (name, role) =>
      secretVariables(name, { prodEnv, builtins, flags: flagsOf(name, role, options), env: options.env }),
    describe: async (name, modelName, role) =>
      (await resolution(name, modelName, role, assuming([name, modelName, enginePart(name)]))).deployment,
    connect: async (deployment) =>
      saySlowWeights(
        await connectModel(deployment, { env: options.env, credentials: prodEnv.credentials, clients: modelClients }),
      ),
  };
}

/** A relative tokenizer_file is next to model_deployments.yaml. */
const withFile = (deployment: Deployment, folder: string): Deployment =>
  deployment.tokenizerFile === undefined
    ? deployment
    : { ...deployment, tokenizerFile: resolve(folder, deployment.tokenizerFile) };

const flagsOf = (name: string, role: Role, { candidates, judges, servers }: LoadModelsOptions): EndpointFlags =>
  role === "judge" ? judges : (servers?.get(name) ?? candidates);

/** Every server has the model of these names. */
const assuming = (models: readonly string[]): Probe => ({
  models: async () => models,
  loopback: async () => [{ baseUrl: "http://127.0.0.1:8000/v1", models }],
});

/** A judge has the timeout of the command, and the headers of the server that it shares with the candidate. */
function settingsFor(
  role: Role,
  { settings = {}, settingsOfJudges, candidates, judges }: LoadModelsOptions,
): RequestSettings {
  if (role === "candidate" || settingsOfJudges === true) return settings;
  const isShared = judges.endpoint !== undefined && judges.endpoint === candidates.endpoint;
  return pickDefined(settings, isShared ? ["timeoutMs", "extraHeaders"] : ["timeoutMs"]);
}

/** HELM: HELM_CREDENTIALS holds the text of credentials.conf and replaces the file. */
async function readProdEnv(folder: string, env: Env): Promise<ProdEnv> {
  const text = async (name: string): Promise<{ text: string; label: string } | undefined> => {
    const label = join(folder, name);
    refuseDanglingLink(label, label, "connect its disk, or remove it");
    return isThere(label) ? { text: await readUserText(label), label } : undefined;
  };
  if (folder !== DEFAULT_LOCAL_PATH || isThere(folder))
    requireInputFolder(folder, `--local-path ${folder}`, "name the folder with model_deployments.yaml");
  const inline = env["HELM_CREDENTIALS"];
  const secret =
    inline === undefined || inline === ""
      ? await text("credentials.conf")
      : { text: inline, label: "HELM_CREDENTIALS" };
  const credentials =
    secret === undefined
      ? emptyProdEnv.credentials
      : parseCredentials(parseHocon(secret.text, secret.label), secret.label);
  const deployments = await text("model_deployments.yaml");
  const models = await text("model_metadata.yaml");
  return {
    credentials,
    deployments:
      deployments === undefined
        ? []
        : parseModelDeployments(deployments.text, deployments.label, credentials).map((one) => withFile(one, folder)),
    models: models === undefined ? [] : parseModelMetadata(models.text, models.label),
  };
}
