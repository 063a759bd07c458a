import { isDeepStrictEqual } from "node:util";
import type { MinuteLimits } from "@medhelm/core/models/minute-limits";
import type { Clock, ObjectStore } from "@medhelm/core/ports";
import { COUNTED_MS, type MinutePart, type MinuteShare } from "@medhelm/core/run/asking/minute-budget";
import { keys } from "@medhelm/core/store/object-keys";
import { getIfReadable, putJson } from "@medhelm/core/store/objects";
import { z } from "zod";

/** work/.minutes/<deployment>/<process>.json: the most of a process that counts, until it looks again. */
const MinuteUse = z.object({
  formatVersion: z.literal(1),
  requests: z.int(),
  tokens: z.number(),
  /** The process waits for one request with more than an equal part, and leaves the rest of its part to others. */
  waits: z.object({ tokens: z.number(), sinceMs: z.number() }).exactOptional(),
});
type Use = Omit<z.infer<typeof MinuteUse>, "formatVersion">;
type Other = Use & { readonly key: string };

/** A process looks at the others before it sends anything, unless it has looked within this time. */
const LOOK_MS = 5_000;
/** How long the requests of a process count after a look, because it may send the last one shortly before the next look. */
const STATED_MS = COUNTED_MS + LOOK_MS;

/**
 * Shares the limits of a deployment among all processes that ask it over the same store, on any machine. Each gets an equal part, and at most what
 * the others leave. A process whose next request is larger than its part waits for its turn. Meanwhile only the requests that it has sent count for
 * it, and the others leave room for the requests that wait, the oldest first. A process that finds others waits until each of them has seen it.
 * @param place names the deployment and its server
 */
export function shareMinute(
  { objects, clock }: { readonly objects: ObjectStore; readonly clock: Clock },
  place: string,
  limits: MinuteLimits,
): MinuteShare {
  const folder = keys.minuteUses(place);
  const own = `${folder}${clock.randomUuid()}.json`;
  let stated: Use = { requests: 0, tokens: 0 };
  /** when the next request did not fit for the first time: it keeps its place while larger ones of others come and go */
  let heldUpSinceMs: number | undefined;
  let known: { readonly atMs: number; readonly part: MinutePart; readonly isTurn: boolean } | undefined;

  const state = async (use: Use): Promise<void> => {
    stated = use;
    await putJson(objects, own, { formatVersion: 1, ...use });
  };
  const others = async (): Promise<Other[]> => {
    const uses: Other[] = [];
    for await (const { key, lastModifiedMs, storeNowMs } of objects.list(folder))
      if (key === own) continue;
      else if (storeNowMs - lastModifiedMs > STATED_MS) await objects.delete(key);
      else uses.push({ key, ...((await getIfReadable(objects, key, MinuteUse)) ?? { requests: 0, tokens: 0 }) });
    return uses;
  };
  const look = async (used: MinutePart, tokens: number) => {
    await state(stated); // before it reads, so that of two processes that begin at once one sees the other
    const sinceMs = (heldUpSinceMs ??= clock.nowMs());
    for (;;) {
      const seen = await others();
      const { part, isTurn, waits } = partOf(limits, seen, { key: own, used, tokens, sinceMs });
      const next: Use = {
        requests: mostOf(used.requests, part.requests),
        tokens: mostOf(used.tokens, part.tokens),
        ...(waits && { waits: { tokens, sinceMs } }),
      };
      const isMore = next.requests > stated.requests || next.tokens > stated.tokens;
      if (!isDeepStrictEqual(next, stated)) await state(next);
      // it reads again before it sends more, so that of two processes that raise their use at once one sees the other
      if (isMore) continue;
      if (isWithin(withNext(used, tokens), part)) heldUpSinceMs = undefined;
      return { part, isTurn, isAlone: seen.length === 0 };
    }
  };

  return {
    holdsMs: LOOK_MS,
    async part(used, tokens, signal) {
      for (;;) {
        signal.throwIfAborted();
        const atMs = clock.monotonicMs();
        const ageMs = known === undefined ? Number.POSITIVE_INFINITY : atMs - known.atMs;
        // a turn is over when the use has changed: what has become free may be for a request of another process
        const isOver = known?.isTurn === true && !isDeepStrictEqual(used, known.part);
        if (known !== undefined && ageMs < LOOK_MS && !isOver) return known.part;
        const { part, isTurn, isAlone } = await look(used, tokens);
        if (isAlone || ageMs < STATED_MS - LOOK_MS) {
          known = { atMs, part, isTurn };
          return part;
        }
        known = { atMs, part: NOTHING, isTurn: false };
        await clock.sleep(LOOK_MS, signal); // until all others have seen this process
      }
    },
  };
}

const NOTHING: MinutePart = { requests: 0, tokens: 0 };

interface Asker {
  readonly key: string;
  readonly used: MinutePart;
  /** of its next request */
  readonly tokens: number;
  /** when that request began to wait */
  readonly sinceMs: number;
}

/**
 * The part of a process that sees these others.
 * @returns isTurn: the part is that of its next request alone. waits: that request waits for its turn, and the part has nothing for it
 */
function partOf(limits: MinuteLimits, others: readonly Other[], { key, used, tokens, sinceMs }: Asker) {
  const limit = {
    requests: limits.requests ?? Number.POSITIVE_INFINITY,
    tokens: limits.tokens ?? Number.POSITIVE_INFINITY,
  };
  const waiting = others.filter(({ waits }) => waits !== undefined);
  const sharers = others.length - waiting.length + 1;
  const unused = less(limit, others);
  const needs = waiting.map(needOf(limit));
  const free = less(unused, needs);
  const shared = less(limit, needs);
  const equal = { requests: Math.floor(shared.requests / sharers), tokens: shared.tokens / sharers };
  if (equal.requests >= 1 && tokens <= equal.tokens)
    return {
      part: { requests: Math.min(equal.requests, free.requests), tokens: Math.min(equal.tokens, free.tokens) },
      isTurn: false,
      waits: false,
    };

  const isOlder = ({ key: other, waits }: Other): boolean =>
    waits !== undefined && (waits.sinceMs < sinceMs || (waits.sinceMs === sinceMs && other < key));
  const left = less(unused, waiting.filter(isOlder).map(needOf(limit)));
  const next = withNext(used, tokens);
  const isAloneTooLarge = tokens > limit.tokens && used.tokens === 0 && left.tokens === limit.tokens;
  const isItsTurn = isWithin(next, left) || (isAloneTooLarge && next.requests <= left.requests);
  return { part: isItsTurn ? next : used, isTurn: true, waits: !isItsTurn };
}

const withNext = (used: MinutePart, tokens: number): MinutePart => ({
  requests: used.requests + 1,
  tokens: used.tokens + tokens,
});

const isWithin = (use: MinutePart, part: MinutePart): boolean =>
  use.requests <= part.requests && use.tokens <= part.tokens;

/** The part that a waiting process needs. A request that exceeds the limit alone needs all of it. */
const needOf =
  (limit: MinutePart) =>
  ({ waits }: Use): MinutePart => ({ requests: 1, tokens: Math.min(waits?.tokens ?? 0, limit.tokens) });

const less = (whole: MinutePart, uses: readonly MinutePart[]): MinutePart => ({
  requests: uses.reduce((left, use) => left - use.requests, whole.requests),
  tokens: uses.reduce((left, use) => left - use.tokens, whole.tokens),
});

/** The use of a limit that a process states; without a limit, what counts. */
const mostOf = (used: number, part: number): number => (Number.isFinite(part) ? Math.max(used, part) : used);
