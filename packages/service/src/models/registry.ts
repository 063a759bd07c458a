import { builtinModel, builtinModels } from "@medhelm/benchmarks/baselines/registry";
import { hostOrganization } from "@medhelm/core/models/deployment";
import type { ModelRegistry } from "@medhelm/core/run/spec/expand";
import type { ProdEnv } from "@medhelm/core/models/prod-env";
import { defaultDeployment } from "@medhelm/core/models/resolve-deployment";

/** HELM's offline demonstration model. */
export const SIMPLE_MODEL = "simple/model1";

/** Deployments that run in the worker's process. */
export const builtins: readonly string[] = [SIMPLE_MODEL, ...builtinModels.map(({ name }) => name)];

export const isRegistered = ({ deployments }: ProdEnv, name: string): boolean =>
  deployments.some((deployment) => deployment.name === name);

/** Maps models to deployments. An unregistered model is its own deployment, as in HELM. */
export function modelRegistry(prodEnv: ProdEnv): ModelRegistry {
  /** baseline/* and judge/* run in this process: no server may answer for a misspelled one */
  const known = (deployment: string): string => {
    const isOurs = hostOrganization(deployment) === "baseline" || hostOrganization(deployment) === "judge";
    return isOurs && !isRegistered(prodEnv, deployment) ? builtinModel(deployment).name : deployment;
  };
  return {
    deploymentOf: (model) => known(defaultDeployment(model, prodEnv.deployments)),
    modelOf: (name) =>
      prodEnv.deployments.find((deployment) => deployment.name === name)?.modelName ??
      (builtins.includes(known(name)) ? name : undefined),
    names: () => prodEnv.models.map(({ name }) => name),
    tags: (name) => prodEnv.models.find((model) => model.name === name)?.tags ?? [],
  };
}
