import { promptText } from "@medhelm/core/models/prompt-text";
import type { PluginModel } from "@medhelm/benchmarks/plugin";

import type { ModelClient, ModelReply } from "@medhelm/core/ports";
import type { Deployment } from "@medhelm/core/models/deployment";
import { UserError } from "@medhelm/core/user-error";
import type { Models } from "../models/load-models.ts";
import { withInProcessModels } from "../models/with-in-process-models.ts";

/**
 * Adds the models of plugins, which have precedence. Their own code answers, and their trust is "hosted" unless they declare another.
 * @throws UserError if model_deployments.yaml has a deployment with the same name
 */
export function withPluginModels(models: Models, plugins: readonly PluginModel[]): Models {
  if (plugins.length === 0) return models;
  const find = (name: string): PluginModel | undefined => plugins.find((model) => model.name === name);
  const twice = models.prodEnv.deployments.find(({ name }) => find(name) !== undefined);
  if (twice !== undefined)
    throw new UserError(
      `model_deployments.yaml and a plugin both have a deployment ${twice.name}; give one of them another name`,
    );
  return withInProcessModels(models, (name) => {
    const model = find(name);
    return model && { deployment: deploymentOf(model), client: () => clientOf(model) };
  });
}

const deploymentOf = ({ name, trust = "hosted" }: PluginModel): Deployment => ({
  name,
  modelName: name,
  client: { kind: "builtin", baseline: name, isPlugin: true },
  trust,
  deprecated: false,
});

function clientOf({ name, version = "1", answer }: PluginModel): ModelClient {
  return {
    endpoint: `plugin:${name}`,
    flavour: "plugin",
    wireBody: (request) => ({
      version,
      prompt: promptText(request),
      max_tokens: request.max_tokens,
      temperature: request.temperature,
      random: request.random ?? null,
    }),
    async ask(request, { signal }): Promise<ModelReply> {
      signal.throwIfAborted();
      try {
        const text: unknown = await answer(promptText(request), { request, signal });
        if (typeof text !== "string") return failure(`${name} returned ${typeof text} instead of a text`, false);
        const completions = [{ text, logprob: 0, tokens: [] }];
        return { kind: "answer", result: { success: true, embedding: [], completions, cached: false }, usage: {} };
      } catch (error) {
        signal.throwIfAborted();
        return failure(error instanceof Error ? error.message : String(error), true);
      }
    },
  };
}

const failure = (message: string, isRetriable: boolean): ModelReply => ({
  kind: "failure",
  failure: { reason: "server_error", message, isRetriable },
});
