import { setTimeout } from "node:timers/promises";
import { systemClock } from "@medhelm/adapters/system-clock";
import { z } from "zod";
import { interruptSignal } from "../terminal/interrupt-signal.ts";
import { orInterrupted } from "../terminal/or-interrupted.ts";
import { printMessage } from "../terminal/print-message.ts";
import type { ApiClient } from "./api-client.ts";

/** A release as the API shows it. */
export const Release = z.looseObject({
  name: z.string(),
  suites: z.array(z.string()),
  profile: z.string(),
  publish: z.boolean(),
  createdAt: z.string(),
  status: z.discriminatedUnion("state", [
    z.object({ state: z.enum(["queued", "built", "published"]) }),
    z.object({ state: z.literal("failed"), reason: z.string() }),
  ]),
});
export type Release = z.infer<typeof Release>;

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 10_000;
const GROWTH = 1.5;

const unlessAborted =
  (signal: AbortSignal) =>
  (error: unknown): undefined => {
    if (!signal.aborted) throw error;
  };

/** Asks for a release until it is finished or has failed. Undefined after a Ctrl-C, which ends the waiting and not the release. */
export async function waitForRelease(api: ApiClient, name: string): Promise<Release | undefined> {
  const stop = interruptSignal();
  try {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * GROWTH)) {
      // a silent service answers no request, and hears of no interrupt
      const asking = orInterrupted(api.call("GET", `/v1/releases/${name}`, Release), stop.signal, systemClock);
      const release = await asking.catch(unlessAborted(stop.signal));
      if (release?.status.state === "published" || release?.status.state === "failed") return release;
      await setTimeout(pauseMs, undefined, { signal: stop.signal }).catch(() => undefined);
      if (!stop.signal.aborted) continue;
      printMessage(
        `the service goes on with release ${name}; see its state with: medhelm releases list --api ${api.url}`,
      );
      return undefined;
    }
  } finally {
    stop.dispose();
  }
}
