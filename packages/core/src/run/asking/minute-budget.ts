import { createSignal } from "../../money/signal.ts";
import type { Clock } from "../../ports.ts";
import { onAbort } from "./on-abort.ts";

/** A request that counts in its minute. */
export interface CountedRequest {
  /** The reply says how many tokens it had. Without this call, the request keeps the most that it could have. */
  settle(tokens: number): void;
}

/** The most requests and tokens of a process that may count at once. */
export interface MinutePart {
  readonly requests: number;
  readonly tokens: number;
}

/** Divides the limits of a deployment among the processes that ask it. */
export interface MinuteShare {
  /** How long an answer of `part` holds at most. */
  readonly holdsMs: number;
  /**
   * Includes a request that alone exceeds the limit when nothing else counts.
   * @param used what counts of this process
   * @param tokens of its next request
   */
  part(used: MinutePart, tokens: number, signal: AbortSignal): Promise<MinutePart>;
}

/** Keeps what is sent to one deployment within its limits a minute. All runs in this process share one. */
export interface MinuteBudget {
  /**
   * Waits until the last minute has room for one more request of at most `mostTokens`, and counts it. Requests go in the order of their calls.
   * A request that alone exceeds the limit goes when nothing else counts.
   * @param onWait receives the longest time that the request waits
   */
  take(mostTokens: number, signal: AbortSignal, onWait?: (ms: number) => void): Promise<CountedRequest>;
}

/**
 * A request counts for a minute and two seconds. It may need longer to the server than a later one: its connection opens, its process is
 * busy, or a packet is lost. Without the two seconds, a minute of the server could then have more than the limit.
 */
export const COUNTED_MS = 62_000;

interface Sent {
  readonly atMs: number;
  tokens: number;
  isCounted: boolean;
}

/** Counts a sliding minute: a bucket that is refilled evenly would let through twice the limit in the first minute. */
export function minuteBudget(share: MinuteShare, clock: Clock): MinuteBudget {
  const settled = createSignal();
  const sent: Sent[] = [];
  let tokens = 0;
  let turn: Promise<unknown> = Promise.resolve();

  const forget = (nowMs: number): void => {
    const first = sent.findIndex(({ atMs }) => nowMs - atMs < COUNTED_MS);
    const old = sent.splice(0, first < 0 ? sent.length : first);
    for (const one of old) {
      one.isCounted = false;
      tokens -= one.tokens;
    }
  };
  const fits = (more: number, part: MinutePart): boolean => sent.length < part.requests && tokens + more <= part.tokens;
  const count = (more: number): CountedRequest => {
    const one: Sent = { atMs: clock.monotonicMs(), tokens: more, isCounted: true };
    sent.push(one);
    tokens += more;
    return {
      settle(real) {
        if (!one.isCounted) return;
        tokens += real - one.tokens;
        one.tokens = real;
        settled.fire();
      },
    };
  };
  const waitForRoom = async (more: number, signal: AbortSignal, onWait?: (ms: number) => void): Promise<void> => {
    for (;;) {
      signal.throwIfAborted();
      forget(clock.monotonicMs());
      const part = await share.part({ requests: sent.length, tokens }, more, signal);
      const nowMs = clock.monotonicMs();
      forget(nowMs);
      if (fits(more, part)) return;
      const ownMs = (sent[0]?.atMs ?? nowMs) + COUNTED_MS - nowMs;
      const leftMs = Math.min(ownMs, share.holdsMs);
      onWait?.(ownMs);
      const over = new AbortController();
      const stopWaiting = onAbort(signal, () => over.abort());
      const sleep = clock.sleep(leftMs, over.signal).catch(() => undefined); // aborted
      await Promise.race([sleep, settled.next()]);
      stopWaiting();
      over.abort();
    }
  };
  return {
    take(more, signal, onWait) {
      const taken = turn.then(async () => {
        await waitForRoom(more, signal, onWait);
        return count(more);
      });
      turn = taken.catch(() => undefined); // the next one does not wait for the same reason
      return taken;
    },
  };
}
