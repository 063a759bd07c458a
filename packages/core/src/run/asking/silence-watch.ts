import type { Clock } from "../../ports.ts";

const FIRST_MS = 10_000;
/** The longest time between two messages about one silence. */
const LONGEST_STEP_MS = 300_000;

export interface Silence {
  readonly ms: number;
  /** open requests */
  readonly inFlight: number;
}

export interface SilenceWatch {
  /** Counts an exchange with the server as in flight until it has a reply or fails. */
  during<T>(exchange: () => Promise<T>): Promise<T>;
}

/**
 * Says when a server with open requests has sent no reply for 10 s, and again after increasing times. A server that answered after a message is slow,
 * so the next message waits twice as long.
 */
export function createSilenceWatch(
  clock: Pick<Clock, "monotonicMs" | "sleep">,
  say: (silence: Silence) => void,
): SilenceWatch {
  let inFlight = 0;
  let firstMs = FIRST_MS;
  let patienceMs = FIRST_MS;
  let sinceMs = 0;
  let isSaid = false;
  let listening = new AbortController();

  const listen = async (signal: AbortSignal): Promise<void> => {
    for (;;) {
      const silentMs = clock.monotonicMs() - sinceMs;
      if (silentMs < patienceMs) {
        await clock.sleep(patienceMs - silentMs, signal);
        continue;
      }
      say({ ms: silentMs, inFlight });
      isSaid = true;
      patienceMs += Math.min(5 * patienceMs, LONGEST_STEP_MS);
    }
  };
  const restart = (): void => {
    if (isSaid) firstMs *= 2;
    isSaid = false;
    patienceMs = firstMs;
    sinceMs = clock.monotonicMs();
  };

  return {
    async during(exchange) {
      if (inFlight++ === 0) {
        restart();
        listening = new AbortController();
        listen(listening.signal).catch(() => undefined); // it ends when nothing is in flight
      }
      try {
        return await exchange();
      } finally {
        restart();
        if (--inFlight === 0) listening.abort();
      }
    },
  };
}
