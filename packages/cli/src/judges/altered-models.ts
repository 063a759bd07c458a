import { type Alteration, ALTERATIONS } from "@medhelm/core/judge/alter-answers";
import { CONTROL } from "@medhelm/core/release/runs/control-runs";
import type { Deployment } from "@medhelm/core/models/deployment";
import { promptText } from "@medhelm/core/models/prompt-text";
import type { ModelClient } from "@medhelm/core/ports";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { UserError } from "@medhelm/core/user-error";
import type { Models } from "../models/load-models.ts";
import { withInProcessModels } from "../models/with-in-process-models.ts";

/** The altered answers by prompt. */
export type AlteredAnswers = Readonly<Record<Alteration, ReadonlyMap<string, string>>>;

/** The name of the built-in candidate that gives altered references as its answers. */
export const alteredModel = (alteration: Alteration): string => CONTROL + alteration;

const find = (name: string): Alteration | undefined => ALTERATIONS.find((one) => alteredModel(one) === name);

/** Adds a built-in candidate for each alteration. `answers` is called after all plans are made. */
export const withAlteredModels = (models: Models, answers: () => AlteredAnswers): Models =>
  withInProcessModels(models, (name) => {
    const alteration = find(name);
    return alteration && { deployment: deploymentOf(name), client: () => clientOf(alteration, answers()[alteration]) };
  });

const deploymentOf = (name: string): Deployment => ({
  name,
  modelName: name,
  client: { kind: "builtin", baseline: name },
  trust: "local",
  deprecated: false,
});

function clientOf(alteration: Alteration, answers: ReadonlyMap<string, string>): ModelClient {
  return {
    endpoint: `builtin:${alteredModel(alteration)}`,
    flavour: "builtin",
    // the answer is a part of the request's key, so that a new rule of alteration is not answered from the cache
    wireBody: (request) => ({ prompt: promptText(request), answer: sha256Hex(answers.get(promptText(request)) ?? "") }),
    async ask(request, { signal }) {
      signal.throwIfAborted();
      const text = answers.get(promptText(request));
      if (text === undefined)
        throw new UserError("an altered answer is missing, because the data changed; run the same command again");
      const completions = [{ text, logprob: 0, tokens: [] }];
      return { kind: "answer", result: { success: true, embedding: [], completions, cached: false }, usage: {} };
    },
  };
}
