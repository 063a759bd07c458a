import type { Deployment } from "../../models/deployment.ts";
import { waitText } from "../../models/wait-text.ts";
import type { Clock, ModelFailure } from "../../ports.ts";

/** A user takes a longer pause without a message for a stop. */
const QUIET_MS = 10_000;
/** Requests that fail for a shorter time get their next answer before a user has read the message. */
const FAILING_MS = 2000;

export type WaitMessages = ReturnType<typeof createWaitMessages>;

/** Says why no answer comes from a deployment while its requests wait, once for all requests that wait. */
export function createWaitMessages(
  { name }: Deployment,
  clock: Pick<Clock, "monotonicMs">,
  say: (message: string) => void,
) {
  /** Since then no request has been answered. */
  let failingSinceMs: number | undefined;
  let saidUntilMs = 0;
  let hasSaidMinute = false;

  return {
    answered(): void {
      failingSinceMs = undefined;
    },
    /** Before a failed request is sent again. */
    beforeRetry(failure: ModelFailure, waitMs: number): void {
      const nowMs = clock.monotonicMs();
      failingSinceMs ??= nowMs;
      const failingMs = nowMs - failingSinceMs;
      if (nowMs < saidUntilMs || failingMs + waitMs < QUIET_MS) return;
      if (failure.retryAfterMs === undefined && failingMs < FAILING_MS) return;
      saidUntilMs = nowMs + waitMs;
      say(
        failure.retryAfterMs === undefined
          ? `no answer from ${name} for ${waitText(failingMs)}: ${failure.message}; the run waits ${waitText(waitMs)} and asks again`
          : `${name} asks to wait ${waitText(failure.retryAfterMs)}; the run waits and goes on then`,
      );
    },
    /** Says once that the limits a minute delay the run. */
    beforeMinute(waitMs: number): void {
      if (waitMs < QUIET_MS || hasSaidMinute) return;
      hasSaidMinute = true;
      say(
        `${name} has got as much as its limits a minute allow; the run waits up to ${waitText(waitMs)} and goes on then`,
      );
    },
  };
}
