import type { Deployment } from "@medhelm/core/models/deployment";
import type { ModelClient } from "@medhelm/core/ports";
import type { Models } from "./load-models.ts";

/** A model that code of this process answers for, under the deployment's name. */
export interface InProcessModel {
  readonly deployment: Deployment;
  client(): ModelClient;
}

/** Adds the models that `find` knows by name. They have precedence over models of servers. */
export function withInProcessModels(models: Models, find: (name: string) => InProcessModel | undefined): Models {
  const { registry } = models;
  return {
    ...models,
    registry: {
      ...registry,
      deploymentOf: (model) => (find(model) === undefined ? registry.deploymentOf(model) : model),
      modelOf: (deployment) => (find(deployment) === undefined ? registry.modelOf(deployment) : deployment),
    },
    resolve: async (name, model, role, signal) => find(name)?.deployment ?? models.resolve(name, model, role, signal),
    describe: async (name, model, role) => find(name)?.deployment ?? models.describe(name, model, role),
    connect: async (deployment) => find(deployment.name)?.client() ?? models.connect(deployment),
  };
}
