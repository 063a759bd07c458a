import { SHARD_REQUESTS } from "@medhelm/core/pools/shard";
import type { Clock, ObjectStore } from "@medhelm/core/ports";
import { StoredAnswer } from "@medhelm/core/run/asking/answers";
import type { SharedAnswers } from "@medhelm/core/run/asking/ask";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import { z } from "zod";
import { segmentsFor, type SegmentPlace } from "./segment-place.ts";

/** cache/<scope>/.segments/<deployment>/<benchmark>/<time>-<uuid>.json: answers by request key. */
export const Segment = z.object({ formatVersion: z.literal(1), answers: z.record(z.string(), StoredAnswer) });
type Segment = z.infer<typeof Segment>;

/** An answer is durable at the latest after this time. */
const LONGEST_WAIT_MS = 60_000;
/** How many segments stay in memory. A run reads its answers in their order. */
const KEPT = 8;

const folderOf = ({ scope, deployment, benchmark }: SegmentPlace): string =>
  keys.answerSegments(scope, deployment, benchmark);

/** Reads the answers of a pool. The segments are listed at the first read. */
export function readSegments(objects: ObjectStore, place: SegmentPlace): SharedAnswers & { refresh(): Promise<void> } {
  const { below, mayAnswer } = segmentsFor(place);
  const places = new Map<string, string>();
  const read = new Set<string>();
  const kept = new Map<string, Segment>();
  let listing: Promise<void> | undefined;

  const load = async (key: string): Promise<Segment | undefined> => {
    const there = kept.get(key);
    if (there !== undefined) return there;
    const segment = await getJson(objects, key, Segment);
    if (segment === undefined) return undefined;
    kept.set(key, segment);
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return segment;
  };
  const refresh = async (): Promise<void> => {
    for await (const { key } of objects.list(below)) {
      if (read.has(key) || !mayAnswer(key)) continue;
      const segment = await load(key);
      read.add(key);
      // the first segment with an answer counts
      for (const one of Object.keys(segment?.answers ?? {})) if (!places.has(one)) places.set(one, key);
    }
  };
  let isListed = false;
  const list = async (): Promise<void> => {
    await refresh();
    isListed = true;
  };
  const stored = async (requestKey: string): Promise<StoredAnswer | undefined> => {
    await (listing ??= list());
    const key = places.get(requestKey);
    return key === undefined ? undefined : (await load(key))?.answers[requestKey];
  };
  return {
    refresh,
    read: (requestKey) => (isListed && !places.has(requestKey) ? undefined : stored(requestKey)),
  };
}

export interface SegmentWriter extends Required<SharedAnswers> {
  /** The answers that are not durable yet. */
  readonly waiting: number;
  /** Makes all answers durable. */
  flush(): Promise<void>;
  /** Calls a function each time that an answer begins to wait. */
  onWaiting(call: () => void): void;
  refresh(): Promise<void>;
}

/**
 * Reads the answers of a pool and appends new ones. It writes an object after SHARD_REQUESTS answers, or earlier when `flush` is called or an answer
 * has waited for a minute.
 */
export function appendSegments(
  { objects, clock, signal }: { readonly objects: ObjectStore; readonly clock: Clock; readonly signal: AbortSignal },
  place: SegmentPlace,
): SegmentWriter {
  const reader = readSegments(objects, place);
  let open = new Map<string, PromiseWithResolvers<StoredAnswer> & { readonly answer: StoredAnswer }>();
  let turn: Promise<void> = Promise.resolve();
  let called: (() => void) | undefined;

  const write = async (batch: typeof open): Promise<void> => {
    if (batch.size === 0) return;
    const key = `${folderOf(place)}${String(clock.nowMs()).padStart(13, "0")}-${clock.randomUuid()}.json`;
    const answers = Object.fromEntries([...batch].map(([one, { answer }]) => [one, answer]));
    try {
      await objects.put(key, JSON.stringify({ formatVersion: 1, answers } satisfies Segment));
      await reader.refresh();
      // a stalled worker may have stored other answers before
      for (const [one, { resolve, answer }] of batch) resolve((await reader.read(one)) ?? answer);
    } catch (error) {
      for (const { reject } of batch.values()) reject(error);
    }
  };
  const flush = (): Promise<void> => {
    const batch = open;
    open = new Map();
    return (turn = turn.then(() => write(batch)));
  };
  return {
    read: reader.read,
    refresh: reader.refresh,
    flush,
    onWaiting: (call) => void (called = call),
    get waiting() {
      return open.size;
    },
    store(requestKey, answer) {
      const one = { ...Promise.withResolvers<StoredAnswer>(), answer };
      open.set(requestKey, one);
      if (open.size >= SHARD_REQUESTS) void flush();
      else if (open.size === 1) {
        const batch = open;
        void clock.sleep(LONGEST_WAIT_MS, signal).then(
          () => (batch === open ? flush() : undefined),
          () => undefined,
        );
      }
      called?.();
      return one.promise;
    },
  };
}

/** The answers of all segments of a folder. */
export async function* segmentAnswers(objects: ObjectStore, folder: string): AsyncGenerator<[string, StoredAnswer]> {
  for await (const { key } of objects.list(folder))
    yield* Object.entries((await getJson(objects, key, Segment))?.answers ?? {});
}
