import type { Deployment } from "@medhelm/core/models/deployment";
import type { ModelClient } from "@medhelm/core/ports";
import type { Ask } from "@medhelm/core/run/asking/ask";
import { PendingAnswers } from "@medhelm/core/run/asking/pending";
import { keyOfRequest } from "@medhelm/core/run/asking/request-key";
import type { RunShards } from "../../pools/run-shards.ts";

/** The client of a deployment that another job or a pool asks: a missing answer stays pending. */
export const unaskable = ({ name }: Deployment, client: ModelClient): ModelClient => ({
  ...client,
  ask: () => Promise.reject(new PendingAnswers([name])),
});

/** Reads stored answers, and puts the other requests into shards. While the model is not known, the pool finds out which one it is. */
export function pooledAsk(
  stored: Ask,
  shards: RunShards,
  { isAssumed, ...key }: { readonly deployment: Deployment; readonly client: ModelClient; readonly isAssumed: boolean },
): Ask {
  return async (request, options) => {
    try {
      return await stored(request, options);
    } catch (error) {
      if (!(error instanceof PendingAnswers)) throw error;
      if (isAssumed) {
        await shards.identify();
        throw error;
      }
      const { fresh } = options;
      await shards.add({
        key: keyOfRequest(key, request, options),
        request,
        ...(fresh === undefined ? {} : { fresh }),
      });
      throw error;
    }
  };
}
