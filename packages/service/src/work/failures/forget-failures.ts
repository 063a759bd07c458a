import type { ObjectStore } from "@medhelm/core/ports";
import { keys } from "@medhelm/core/store/object-keys";
import type { KnownFailures } from "../answers/durable-ask.ts";

/**
 * Deletes the failures that this worker recorded, so that a resumed run asks again. It keeps those that were there before (`earlier`)
 * and the refusals of a content filter, which are outcomes.
 */
export async function forgetFailures(
  objects: ObjectStore,
  recorded: {
    readonly suite: string;
    readonly run: string;
    readonly failures: KnownFailures;
    readonly earlier: ReadonlySet<string>;
  },
): Promise<void> {
  for (const [requestKey, { failure }] of recorded.failures) {
    if (recorded.earlier.has(requestKey) || failure.reason === "content_filter") continue;
    await objects.delete(keys.outcome(recorded.suite, recorded.run, requestKey));
  }
}
