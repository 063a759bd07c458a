import { answerScope } from "@medhelm/core/run/asking/answer-scope";
import { entryName, markOf, markOfRun } from "@medhelm/core/pools/entry-name";
import { PoolStop, type QueueEntry, Shard, SHARD_REQUESTS, type ShardOf } from "@medhelm/core/pools/shard";
import type { Clock, ObjectStore } from "@medhelm/core/ports";
import { RunStopped } from "@medhelm/core/run/asking/run-stopped";
import { keys } from "@medhelm/core/store/object-keys";
import { getIfReadable, putJson } from "@medhelm/core/store/objects";
import { readOrRemove } from "./read-or-remove.ts";
import { groupOf } from "./segment-place.ts";

type PooledRequest = Shard["requests"][number];

/** The requests of one run that the pool of a deployment must ask. */
export interface RunShards {
  /**
   * Puts a request into a shard, unless it is in one.
   * @throws RunStopped if the pool could not answer the run
   */
  add(request: PooledRequest): Promise<void>;
  /**
   * Lets the pool find out which model answers (PoolModel).
   * @throws RunStopped if the pool could not answer the run
   */
  identify(): Promise<void>;
  /** Puts the last shard into the queue. */
  flush(): Promise<void>;
  /** The requests in shards, also of an earlier start of the run. */
  readonly requests: number;
  /** The run has failed: later requests go nowhere. */
  close(): void;
}

/** Cuts the requests of a run into shards. Shards of an earlier start of the run stay, and get the place in the queue that they may lack. */
export async function runShards(
  { objects, clock }: { readonly objects: ObjectStore; readonly clock: Clock },
  of: ShardOf,
): Promise<RunShards> {
  const { suite, run, deployment, owner } = of;
  const stopKey = keys.poolStop(suite, run, deployment);
  const stop = await getIfReadable(objects, stopKey, PoolStop); // the pool stops again for the same reason
  if (stop !== undefined) await objects.delete(stopKey); // the next start of the run is a new try
  const known = new Set<string>();
  let cut = 0;
  let open: PooledRequest[] = [];
  let isClosed = false;
  let isIdentifying = false;

  const laneOf = ({ identifies }: Pick<Shard, "identifies">): string =>
    identifies === true ? `the model of ${suite}/${run}` : `${answerScope(of.access, owner)} ${groupOf(of.benchmark)}`;
  const enqueue = async (shard: Shard): Promise<void> => {
    const entry: QueueEntry = {
      formatVersion: 1,
      deployment,
      submission: of.submission,
      suite,
      run,
      shard: shard.entry,
      requests: shard.requests.length,
      lane: laneOf(shard),
    };
    await putJson(objects, keys.poolEntry(deployment, owner, shard.entry), entry);
  };
  const put = async (requests: readonly PooledRequest[], more: Pick<Shard, "identifies"> = {}): Promise<void> => {
    const lane = markOf(laneOf(more));
    const marks = { lane, run: markOfRun(of), submission: markOf(of.submission) };
    const facts = { encodedMs: clock.nowMs(), requests: requests.length, ...marks };
    const entry = entryName(facts, { nth: cut++, uuid: clock.randomUuid() });
    const shard: Shard = { formatVersion: 1, of, entry, ...more, requests: [...requests] };
    await putJson(objects, keys.shard(suite, run, deployment, entry), shard);
    await enqueue(shard); // after the shard: a worker forgets a place without one
  };
  for await (const { key } of objects.list(keys.shards(suite, run, deployment))) {
    const shard = await readOrRemove({ objects }, key, Shard); // the requests of one that cannot be read go into another shard
    if (shard === undefined) continue;
    for (const request of shard.requests) known.add(request.key);
    isIdentifying ||= shard.identifies === true;
    if ((await objects.head(keys.poolEntry(deployment, owner, shard.entry))) === undefined) await enqueue(shard);
  }
  return {
    async add(request) {
      if (stop !== undefined) throw new RunStopped(stop.code, stop.message);
      if (isClosed || known.has(request.key)) return;
      known.add(request.key);
      open.push(request);
      if (open.length < SHARD_REQUESTS) return;
      const full = open;
      open = [];
      await put(full);
    },
    async identify() {
      if (stop !== undefined) throw new RunStopped(stop.code, stop.message);
      if (isClosed || isIdentifying) return;
      isIdentifying = true;
      await put([], { identifies: true });
    },
    async flush() {
      const rest = open;
      open = [];
      if (rest.length > 0) await put(rest);
    },
    get requests() {
      return known.size;
    },
    close: () => void (isClosed = true),
  };
}
