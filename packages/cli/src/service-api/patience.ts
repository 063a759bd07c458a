import { setTimeout } from "node:timers/promises";
import { UserError } from "@medhelm/core/user-error";
import { ServiceAway, ServiceRefusal } from "./api-client.ts";

/** The first pause after a fault. */
const FIRST_PAUSE_MS = 1000;
/** The longest pause after a fault of a service that does not say when to ask again. */
const MAX_PAUSE_MS = 10_000;
const GROWTH = 1.5;
/** How long a client waits for a service that does not answer. A restart or an upgrade takes less. */
const MAX_AWAY_MS = 15 * 60_000;
/** How long a client waits for a service that answers that it is not ready. A service with a year of history builds its index in less. */
const MAX_NOT_READY_MS = 60 * 60_000;

/** The parts that a client passes while it waits for work of a service. */
export interface Waiting {
  readonly signal: AbortSignal;
  /** Rejects when the signal aborts. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** Shows a sentence to the user. */
  readonly say: (text: string) => void;
}

/** The pause of a command. */
export const pauseFor: Waiting["pause"] = (ms, signal) => setTimeout(ms, undefined, { signal });

/**
 * The patience of a client that waits for work of the service at `url`. After a temporary fault the client pauses for as long as the service says, up
 * to an hour in all. If the service does not answer, it pauses up to 15 minutes. It prints a message once, and another when the service answers
 * again.
 * @param continues the end of the sentence with which the client gives up: the work that continues there, and the command that shows it
 */
export function patience(url: string, continues: string, { signal, pause, say }: Waiting) {
  let awayMs = 0;
  let notReadyMs = 0;
  let pauseMs = FIRST_PAUSE_MS;
  let hasSaid = false;
  let hasAnswered = false;
  const sayOnce = (text: string): void => {
    if (!hasSaid) say(text);
    hasSaid = true;
  };
  /** @throws UserError after an hour */
  const notReady = (retryMs: number): number => {
    if (notReadyMs >= MAX_NOT_READY_MS) throw new UserError(`${url} is not ready after an hour, but ${continues}`);
    const waitMs = Math.min(Math.max(retryMs, FIRST_PAUSE_MS), MAX_NOT_READY_MS - notReadyMs);
    notReadyMs += waitMs;
    sayOnce(`${url} is not ready yet; the command tries again when the service says so, for an hour at most`);
    return waitMs;
  };
  /** @throws UserError after 15 minutes */
  const away = (): number => {
    if (awayMs >= MAX_AWAY_MS) throw new UserError(`${url} has not answered for 15 minutes, but ${continues}`);
    // one lost connection needs no message
    if (awayMs > 0) sayOnce(`${url} does not answer; the command tries again for 15 minutes`);
    const waitMs = pauseMs;
    awayMs += waitMs;
    pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * GROWTH);
    return waitMs;
  };
  const continuing = (fault: Error): UserError => new UserError(`${fault.message}; ${continues}`, { cause: fault });
  return {
    /** The service has answered. */
    answered(): void {
      if (hasSaid) say(`${url} answers again`);
      hasSaid = false;
      hasAnswered = true;
      awayMs = 0;
      notReadyMs = 0;
      pauseMs = FIRST_PAUSE_MS;
    },
    /**
     * Pauses after a temporary fault.
     * @throws the fault if it is permanent or the signal has aborted, and UserError after the longest wait or for an expired key
     */
    async afterFault(fault: unknown): Promise<void> {
      if (signal.aborted) throw fault;
      const retryMs = retryMsOf(fault);
      if (retryMs === undefined && !isPassing(fault, hasAnswered))
        throw isEndOfKey(fault) && hasAnswered ? continuing(fault) : fault;
      await pause(retryMs === undefined ? away() : notReady(retryMs), signal).catch(() => undefined);
      signal.throwIfAborted();
    },
  };
}

/** The pause that a service asks for that builds its index, or gets too many requests. */
const retryMsOf = (error: unknown): number | undefined =>
  error instanceof ServiceRefusal && (error.status === 503 || error.status === 429) ? error.retryMs : undefined;

/** A proxy answers for a service that is down. A service's own fault is temporary if the service has answered before. */
function isPassing(error: unknown, hasAnswered: boolean): boolean {
  if (error instanceof ServiceRefusal) return error.status > 501 || (error.status >= 500 && hasAnswered);
  return error instanceof ServiceAway || !(error instanceof UserError); // a stream that broke off
}

/** A key that was accepted before was revoked, or has expired. The work does not end with it. */
const isEndOfKey = (error: unknown): error is ServiceRefusal => error instanceof ServiceRefusal && error.status === 401;
