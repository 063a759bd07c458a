import { withoutSecrets } from "@medhelm/core/models/credentials";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { RequestState } from "@medhelm/core/helm/scenario-state";
import type { ModelClient, ObjectStore } from "@medhelm/core/ports";
import type { RunPlan } from "@medhelm/core/run/expand";
import { Identity } from "@medhelm/core/run/identity";
import type { Protocol } from "@medhelm/core/run/profile";
import { keyOfRequest } from "@medhelm/core/run/request-key";
import { keys } from "@medhelm/core/store/object-keys";
import { getIfReadable } from "@medhelm/core/store/objects";
import { UserError } from "@medhelm/core/user-error";
import { asIdentified } from "@medhelm/service/work/open-deployments";
import type { Models } from "../run/load-models.ts";
import { PRIVATE_FOLDER } from "../run/private-folder.ts";

export interface StoredOptions {
  readonly outputPath: string;
  readonly suite: string;
  readonly protocol: Protocol;
  readonly fresh: boolean;
  readonly disableCache: boolean;
}

/** Returns those of the sampled requests that a run would send, because their answers are not stored. */
export type WithoutStored = (plan: RunPlan, sample: readonly RequestState[]) => Promise<readonly RequestState[]>;

/** Looks for the answers that a run would use. It sends nothing, and opens the file of answers for reading only. */
export async function withoutStored(
  objects: ObjectStore,
  models: Pick<Models, "describe" | "connect">,
  { outputPath, suite, protocol, fresh, disableCache }: StoredOptions,
): Promise<WithoutStored> {
  const isCached = await openAnswers(join(outputPath, PRIVATE_FOLDER, "answers.sqlite"));
  return async ({ runSpec, benchmark }, sample) => {
    if (fresh) return sample;
    const { model_deployment: name, model } = runSpec.adapter_spec;
    const identity = await getIfReadable(objects, keys.identity(suite, runSpec.name), Identity);
    const described = await models.describe(name, model, "candidate").catch(noneIfRefused);
    if (described === undefined) return sample;
    const deployment = asIdentified(described, identity?.models?.[name], protocol);
    // the key of a request does not depend on the secrets
    const connected: ModelClient | undefined = await models.connect(withoutSecrets(deployment)).catch(noneIfRefused);
    if (connected === undefined) return sample;
    const scope = benchmark.card.access === "public" ? "public" : "local";
    const left: RequestState[] = [];
    for (const state of sample) {
      const key = keyOfRequest({ deployment, client: connected }, state.request, { fresh: identity?.fresh });
      const isStored = disableCache
        ? (await objects.head(keys.ownAnswer(suite, runSpec.name, key))) !== undefined
        : isCached(keys.answer(scope, key));
      if (!isStored) left.push(state);
    }
    return left;
  };
}

function noneIfRefused(error: unknown): undefined {
  if (!(error instanceof UserError)) throw error;
  return undefined;
}

async function openAnswers(file: string): Promise<(key: string) => boolean> {
  if (!existsSync(file)) return () => false;
  const { DatabaseSync } = await import("node:sqlite");
  try {
    const answer = new DatabaseSync(file, { readOnly: true }).prepare("SELECT 1 FROM objects WHERE key = ?");
    return (key) => answer.get(key) !== undefined;
  } catch {
    return () => false; // a damaged file: the run names it
  }
}
