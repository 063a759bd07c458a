import { SHARD_REQUESTS } from "@medhelm/core/pools/shard";
import type { SegmentWriter } from "./answer-segments.ts";

/** Requests that look for a stored answer while others have all connections. */
const AHEAD = 2;

interface Asking<T> {
  ask(request: T): Promise<unknown>;
  readonly segments: Pick<SegmentWriter, "waiting" | "flush" | "onWaiting">;
  readonly concurrency: number;
  /** Whether no further request may be sent. */
  isLeft(): boolean;
}

/**
 * Returns a function that asks all requests, and returns whether none was left out. A reply waits for its segment, so that only requests
 * without a reply count for the concurrency. After a failure it sends no further request, waits for those in flight, and throws the failure.
 */
export function askAll<T>(
  requests: readonly T[],
  { ask, segments, concurrency, isLeft }: Asking<T>,
): () => Promise<boolean> {
  return async () => {
    const over = Promise.withResolvers<void>();
    const failures: unknown[] = [];
    let next = 0;
    let open = 0;
    const mayStart = (): boolean =>
      next < requests.length &&
      failures.length === 0 &&
      !isLeft() &&
      open < SHARD_REQUESTS &&
      open - segments.waiting < AHEAD * concurrency;
    const start = (request: T): void => {
      open++;
      void ask(request)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => {
          open--;
          queueMicrotask(goOn);
        });
    };
    const goOn = (): void => {
      while (mayStart()) {
        const request = requests[next++];
        if (request !== undefined) start(request);
      }
      // the last answers fill no segment: they are written when no other request can bring one
      if (open > 0 && segments.waiting === open) void segments.flush();
      if (open === 0) over.resolve();
    };
    segments.onWaiting(goOn);
    goOn();
    await over.promise;
    if (failures.length > 0) throw failures[0];
    return next === requests.length;
  };
}
