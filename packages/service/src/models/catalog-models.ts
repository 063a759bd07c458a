import { builtinModels } from "@medhelm/benchmarks/baselines/registry";
import type { Price } from "@medhelm/core/models/deployment";
import type { ModelMetadata } from "@medhelm/core/models/prod-env";
import type { ModelInfo } from "@medhelm/core/release/runs/loaded-run";
import type { CatalogModel } from "../api/ports.ts";
import type { Models } from "./models.ts";

/** Lists the models for the API: the built-in baselines and those of prod_env. */
export function catalogModels({ prodEnv }: Models): CatalogModel[] {
  const builtins = builtinModels.map(({ name, displayName }) => ({ name, displayName, deployments: [name] }));
  const named = prodEnv.models.map(({ name, display_name }) => ({
    name,
    displayName: display_name,
    deployments: prodEnv.deployments
      .filter((deployment) => deployment.modelName === name)
      .map((deployment) => deployment.name),
  }));
  return [...builtins, ...named];
}

/** Describes the models for the leaderboard: registered ones first, in their order, then the built-in baselines. */
export function modelInfos({ prodEnv }: Models): ModelInfo[] {
  const pricesOf = (model: string): ReadonlyMap<string, Price> =>
    new Map(
      prodEnv.deployments.flatMap(({ name, modelName, price }) =>
        modelName !== model || price === undefined ? [] : [[name, price] as const],
      ),
    );
  const named = prodEnv.models.map((model): ModelInfo => ({ ...modelInfo(model), prices: pricesOf(model.name) }));
  const builtins = builtinModels.map(
    ({ name, displayName, description }): ModelInfo => ({
      name,
      displayName,
      organization: "built in",
      access: "open",
      description,
      isBaseline: true,
    }),
  );
  return [...named, ...builtins];
}

/** Describes a model of model_metadata.yaml, without prices. */
export const modelInfo = (model: ModelMetadata): ModelInfo => ({
  name: model.name,
  displayName: model.display_name,
  organization: model.creator_organization_name,
  access: model.access,
  description: model.description,
  ...(model.release_date === undefined ? {} : { releaseDate: dayOf(model.release_date) }),
  ...(model.num_parameters === undefined ? {} : { parameters: model.num_parameters }),
  ...(model.knowledge_cutoff === undefined ? {} : { knowledgeCutoff: dayOf(model.knowledge_cutoff) }),
});

/** YAML reads a date as a time. */
const dayOf = (date: string): string => date.slice(0, 10);
