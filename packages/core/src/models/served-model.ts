import { z } from "zod";
import { sha256Hex } from "../store/canonical.ts";
import { Served } from "./model-of-run.ts";

/** cache/.models/<hash>.json: the models that have answered under the name of one deployment at one address (decision 0018). */
export const ServedModels = z.object({
  formatVersion: z.literal(1),
  deployment: z.string(),
  endpoint: z.string(),
  /** The first one answered first. */
  models: z.array(Served).min(1),
  /** The position of the model that answered last. */
  latest: z.int(),
});
export type ServedModels = z.infer<typeof ServedModels>;

/** The findings of a canary request. */
export type Seen = Pick<Served, "reported" | "weights" | "fingerprint" | "thinks">;

/**
 * The record with the model that a canary request found as its latest. The server's id, the weights and the
 * fingerprint decide which model it is; what one of two canaries did not find does not distinguish them.
 */
export function withSeen(
  stored: ServedModels | undefined,
  place: Pick<ServedModels, "deployment" | "endpoint">,
  seen: Seen,
): ServedModels {
  if (stored === undefined) return { formatVersion: 1, ...place, models: [seen], latest: 0 };
  const { models, latest } = stored;
  const isSame = (one: Served | undefined): one is Served =>
    one !== undefined &&
    isEqual(one.reported, seen.reported) &&
    isEqual(one.weights, seen.weights) &&
    isEqual(one.fingerprint, seen.fingerprint);
  const found = isSame(models[latest]) ? latest : models.findLastIndex(isSame);
  if (found === -1) {
    const isOther = models.every((one) => !isEqual(one.reported, seen.reported) || !isEqual(one.weights, seen.weights));
    const facts = [seen.reported, seen.weights, ...(isOther ? [] : [seen.fingerprint])];
    const revision = sha256Hex(JSON.stringify(facts)).slice(0, 16);
    return { ...stored, models: [...models, { ...seen, revision }], latest: models.length };
  }
  // what an earlier canary found stays: it is part of the requests
  return { ...stored, models: models.map((one, i) => (i === found ? { ...seen, ...one } : one)), latest: found };
}

const isEqual = (a: string | undefined, b: string | undefined): boolean =>
  a === undefined || b === undefined || a === b;
