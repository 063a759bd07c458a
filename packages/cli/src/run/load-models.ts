import { existsSync } from "node:fs";
import { join } from "node:path";
import { modelClients } from "@medhelm/adapters/models/clients";
import { parseHocon } from "@medhelm/core/helm/hocon";
import type { Juries } from "@medhelm/core/judge/judges-file";
import { parseCredentials } from "@medhelm/core/models/credentials";
import { parseModelDeployments } from "@medhelm/core/models/model-deployments";
import { emptyProdEnv, parseModelMetadata, type ProdEnv } from "@medhelm/core/models/prod-env";
import { type EndpointFlags, resolveDeployment } from "@medhelm/core/models/resolve-deployment";
import type { RequestSettings } from "@medhelm/core/models/request-settings";
import { UserError } from "@medhelm/core/user-error";
import { connectModel } from "@medhelm/service/models/connect-model";
import type { Models } from "@medhelm/service/models/models";
import { refuseRetired } from "@medhelm/service/models/refuse-retired";
import { builtins, isRegistered, modelRegistry } from "@medhelm/service/models/registry";
import { readUserText } from "./disk-files.ts";
import { withSettings } from "./request-changes.ts";
import { packagedDeployments } from "./packaged-deployments.ts";
import { packagedJuries } from "./packaged-juries.ts";
import { pickDefined } from "../terminal/pick-defined.ts";
import type { Env } from "../env.ts";

export type { Models };

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
  const requireServing: Models["requireServing"] = async (judge) => {
    if (options.allowRetiredJudges === true) return;
    const serving = { flags: options.judges, isRegistered: (name: string) => isRegistered(prodEnv, name) };
    refuseRetired(judge, await juries(), serving, new Date().toISOString().slice(0, 10));
  };
  return {
    prodEnv,
    juries,
    requireServing,
    registry: modelRegistry(prodEnv),
    async resolve(name, modelName, role) {
      if (role === "judge") await requireServing({ model: modelName, modelDeployment: name });
      const { createProbe } = await import("@medhelm/adapters/models/probe");
      const flags = role === "judge" ? options.judges : (options.servers?.get(name) ?? options.candidates);
      const apiKey = flags.apiKeyEnv === undefined ? undefined : options.env[flags.apiKeyEnv];
      const { deployment, notice } = await resolveDeployment(
        { name, modelName },
        {
          prodEnv,
          catalog: await packagedDeployments(),
          builtins,
          flags,
          env: options.env,
          probe: createProbe(apiKey === undefined ? {} : { apiKey }),
        },
      );
      if (notice !== undefined && !noticed.has(notice)) options.notice(notice);
      noticed.add(notice ?? "");
      return withSettings(deployment, settingsFor(role, options));
    },
    connect: (deployment) =>
      connectModel(deployment, { env: options.env, credentials: prodEnv.credentials, clients: modelClients }),
  };
}

/** A judge has the timeout of the command, and the headers of the server that it shares with the candidate. */
function settingsFor(
  role: "candidate" | "judge",
  { settings = {}, candidates, judges }: LoadModelsOptions,
): RequestSettings {
  if (role === "candidate") return settings;
  const isShared = judges.endpoint !== undefined && judges.endpoint === candidates.endpoint;
  return pickDefined(settings, isShared ? ["timeoutMs", "extraHeaders"] : ["timeoutMs"]);
}

/** HELM: HELM_CREDENTIALS holds the text of credentials.conf and replaces the file. */
async function readProdEnv(folder: string, env: Env): Promise<ProdEnv> {
  const text = async (name: string): Promise<{ text: string; label: string } | undefined> => {
    const label = join(folder, name);
    return existsSync(label) ? { text: await readUserText(label), label } : undefined;
  };
  if (folder !== DEFAULT_LOCAL_PATH && !existsSync(folder))
    throw new UserError(`--local-path ${folder}: there is no such folder; name the folder with model_deployments.yaml`);
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
      deployments === undefined ? [] : parseModelDeployments(deployments.text, deployments.label, credentials),
    models: models === undefined ? [] : parseModelMetadata(models.text, models.label),
  };
}
