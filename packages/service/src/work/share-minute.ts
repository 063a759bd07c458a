import type { MinuteLimits } from "@medhelm/core/models/minute-limits";
import type { Clock, ObjectStore } from "@medhelm/core/ports";
import type { MinutePart, MinuteShare } from "@medhelm/core/run/minute-budget";
import { keys } from "@medhelm/core/store/object-keys";
import { getIfReadable, putJson } from "@medhelm/core/store/objects";
import { z } from "zod";

/** work/.minutes/<deployment>/<process>.json: the most that a process has in its last minute, until it looks again. */
const MinuteUse = z.object({ formatVersion: z.literal(1), requests: z.int(), tokens: z.number() });
type Use = Omit<z.infer<typeof MinuteUse>, "formatVersion">;

/** A process looks at the others before it sends anything, unless it has looked within this time. */
const LOOK_MS = 5_000;
/** The requests of a process count for a minute after the last request that a look allowed. */
const COUNTS_MS = 60_000 + LOOK_MS;

/**
 * Shares the limits of a deployment among all processes that ask it over the same store, on any machine. Each gets an equal part, and at most what
 * the others leave. A process that finds others waits until each of them has seen it. The least part is one request a minute.
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
  let known: { readonly atMs: number; readonly part: MinutePart } | undefined;

  const state = async (use: Use): Promise<void> => {
    stated = use;
    await putJson(objects, own, { formatVersion: 1, ...use });
  };
  const others = async (): Promise<Use[]> => {
    const uses: Use[] = [];
    for await (const { key, lastModifiedMs, storeNowMs } of objects.list(folder))
      if (key === own) continue;
      else if (storeNowMs - lastModifiedMs > COUNTS_MS) await objects.delete(key);
      else uses.push((await getIfReadable(objects, key, MinuteUse)) ?? { requests: 0, tokens: 0 });
    return uses;
  };
  const look = async (used: Use) => {
    await state(stated); // before it reads, so that of two processes that begin at once one sees the other
    const uses = await others();
    const requests = partOf(
      limits.requests,
      uses.map((use) => use.requests),
    );
    const tokens = partOf(
      limits.tokens,
      uses.map((use) => use.tokens),
    );
    const part = {
      requests: Math.min(Math.max(1, Math.floor(requests.equal)), requests.left),
      tokens: Math.min(tokens.equal, tokens.left),
      mostTokens: tokens.equal,
    };
    const next = { requests: mostOf(used.requests, part.requests), tokens: mostOf(used.tokens, part.tokens) };
    if (next.requests !== stated.requests || next.tokens !== stated.tokens) await state(next); // before it sends
    return { part, isAlone: uses.length === 0 };
  };

  return {
    holdsMs: LOOK_MS,
    async part(used, signal) {
      for (;;) {
        signal.throwIfAborted();
        const atMs = clock.monotonicMs();
        const ageMs = known === undefined ? Number.POSITIVE_INFINITY : atMs - known.atMs;
        if (known !== undefined && ageMs < LOOK_MS) return known.part;
        const { part, isAlone } = await look(used);
        if (isAlone || ageMs < COUNTS_MS - LOOK_MS) known = { atMs, part };
        else {
          known = { atMs, part: NOTHING };
          await clock.sleep(LOOK_MS, signal); // until all others have seen this process
        }
      }
    },
  };
}

const NOTHING: MinutePart = { requests: 0, tokens: 0, mostTokens: Number.POSITIVE_INFINITY };

/** The equal part of a limit, and what others leave of it. */
function partOf(limit: number | undefined, others: readonly number[]) {
  const whole = limit ?? Number.POSITIVE_INFINITY;
  return { equal: whole / (others.length + 1), left: whole - others.reduce((sum, use) => sum + use, 0) };
}

/** The use of a limit that a process states; without a limit, that of its last minute. */
const mostOf = (used: number, part: number): number => (Number.isFinite(part) ? Math.max(used, part) : used);
