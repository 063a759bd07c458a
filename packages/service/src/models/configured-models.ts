import type { Juries } from "@medhelm/core/judge/judges-file";
import { nearNames } from "@medhelm/core/text/near-names";
import type { Deployment } from "@medhelm/core/models/deployment";
import type { ProdEnv } from "@medhelm/core/models/prod-env";
import { UserError } from "@medhelm/core/user-error";
import { connectModel, type ModelClients } from "./connect-model.ts";
import type { Models } from "./models.ts";
import { refuseRetired } from "./refuse-retired.ts";
import { builtins, modelRegistry } from "./registry.ts";

export interface ModelConfiguration {
  /** without credentials: jobs that need keys have them in their environment */
  readonly prodEnv: ProdEnv;
  readonly juries: Juries;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clients: ModelClients;
  /** YYYY-MM-DD; decides which judges are retired */
  today(): string;
}

/**
 * The models of a service: the configured and the built-in ones. It probes nothing and guesses no address, and refuses
 * names that the configuration does not contain.
 */
export function configuredModels({ prodEnv, juries, env, clients, today }: ModelConfiguration): Models {
  const registered = (name: string): boolean =>
    prodEnv.deployments.some((deployment) => deployment.name === name && !deployment.deprecated);
  const requireServing: Models["requireServing"] = async (judge) =>
    refuseRetired(judge, juries, { flags: {}, isRegistered: registered }, today());
  return {
    prodEnv,
    registry: modelRegistry(prodEnv),
    juries: async () => juries,
    requireServing,
    async resolve(name, model, role) {
      if (role === "judge") await requireServing({ model, modelDeployment: name });
      return configured(prodEnv, name);
    },
    connect: (deployment) => connectModel(deployment, { env, credentials: prodEnv.credentials, clients }),
  };
}

function configured({ deployments }: ProdEnv, name: string): Deployment {
  const known = deployments.find((deployment) => deployment.name === name);
  if (known !== undefined) return known;
  if (builtins.includes(name))
    return { name, modelName: name, client: { kind: "builtin", baseline: name }, trust: "local", deprecated: false };
  const names = [...deployments.map((deployment) => deployment.name), ...builtins];
  const near = nearNames(name, names);
  const hint = near.length > 0 ? `did you mean ${near.join(" or ")}?` : "GET /v1/models lists those that it serves";
  throw new UserError(`this service does not serve ${name}; ${hint}`);
}
