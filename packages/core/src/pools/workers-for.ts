import type { EntryFacts } from "./entry-name.ts";

/**
 * The minimum number of requests for which a worker of a served deployment loads the weights. In bench/scale a day of 100 submissions costs 8 % more
 * with 4,000 than with 8,000. Its last answer at p95 comes after 5.9 hours instead of 7.6.
 */
export const REQUESTS_A_WORKER = 8_000;

/**
 * How many workers the waiting shards of a pool pay for: one for each `requestsAWorker` requests. It is at most `most`, and not more than can ask at
 * the same time. Runs of one benchmark and scope are asked one after another, the shards of one run together.
 */
export function workersFor(
  waiting: readonly Pick<EntryFacts, "requests" | "lane" | "run">[],
  { most, requestsAWorker = REQUESTS_A_WORKER }: { readonly most: number; readonly requestsAWorker?: number },
): number {
  if (waiting.length === 0) return 0;
  const lanes = Map.groupBy(waiting, ({ lane }) => lane);
  let atOnce = 0;
  for (const shards of lanes.values()) atOnce += new Set(shards.map(({ run }) => run)).size === 1 ? shards.length : 1;
  const requests = waiting.reduce((sum, one) => sum + one.requests, 0);
  return Math.max(1, Math.min(most, atOnce, Math.ceil(requests / requestsAWorker)));
}
