import { z } from "zod";
import type { ReadImage } from "@medhelm/core/helm/media";
import type { Request } from "@medhelm/core/helm/scenario-state";
import { createJson } from "@medhelm/core/store/create-json";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, orDamaged } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import type { Outcome } from "@medhelm/core/run/asking/ask";
import { collect } from "@medhelm/core/run/collect";
import { CONCURRENT_READS, mapBounded } from "../../concurrency/map-bounded.ts";
import type { OpenDeployment } from "../ports.ts";

/** A request that got no answer after its last retry. The record keeps a resumed run from asking it again. */
export const FailedOutcome = z.object({
  formatVersion: z.literal(1),
  requestKey: z.string(),
  attempts: z.int(),
  failure: z.object({
    reason: z.enum([
      "rate_limited",
      "server_error",
      "connection",
      "timeout",
      "unreadable",
      "content_filter",
      "bad_request",
    ]),
    message: z.string(),
    isRetriable: z.boolean(),
  }),
});
type FailedOutcome = z.infer<typeof FailedOutcome>;

export type KnownFailures = Map<string, FailedOutcome>;

/** A passing failure: the same request may get an answer later. An unreadable reply comes from a server that is not ready. */
export function isTransient({ failure }: FailedOutcome): boolean {
  return failure.isRetriable || failure.reason === "unreadable";
}

/** Which recorded failures a worker deletes first, so that it asks again. */
export type Forgotten = "all" | "transient" | "none";

/** Reads the recorded failures of a run, by request key. */
export async function knownFailures(
  objects: ObjectStore,
  suite: string,
  run: string,
  forgotten: Forgotten,
): Promise<KnownFailures> {
  const listed = await collect(objects.list(keys.outcomes(suite, run)));
  const known: KnownFailures = new Map();
  await mapBounded(listed, CONCURRENT_READS, async ({ key }) => {
    const failed = await getJson(objects, key, FailedOutcome).catch(orDamaged);
    if (failed === undefined) {
      await objects.delete(key); // damaged: the request is asked again
      return;
    }
    if (forgotten === "all" || (forgotten === "transient" && isTransient(failed))) await objects.delete(key);
    else known.set(failed.requestKey, failed);
  });
  return known;
}

export type DurableAsk = (deployment: OpenDeployment, request: Request, signal: AbortSignal) => Promise<Outcome>;

/** Stores every outcome before it counts: `ask` stores the answers in the cache, this function the failures. */
export function durableAsk(
  objects: ObjectStore,
  {
    suite,
    run,
    fresh,
    readImage,
  }: {
    readonly suite: string;
    readonly run: string;
    readonly fresh?: string | undefined;
    readonly readImage?: ReadImage | undefined;
  },
  failures: KnownFailures,
): DurableAsk {
  return async (deployment, request, signal) => {
    const known = failures.size === 0 ? undefined : failures.get(deployment.keyOf(request, fresh));
    if (known !== undefined) return { kind: "failure", ...known };
    const outcome = await deployment.ask(request, { signal, fresh, readImage });
    if (outcome.kind === "answer") return outcome;
    const record = FailedOutcome.parse({ formatVersion: 1, ...outcome });
    const { stored } = await createJson(objects, keys.outcome(suite, run, record.requestKey), FailedOutcome, record);
    failures.set(stored.requestKey, stored);
    return { kind: "failure", ...stored };
  };
}
