import { z } from "zod";
import { type ApiClient, replyOf, retryMsOfReply } from "./api-client.ts";
import { patience, pauseFor, type Waiting } from "./patience.ts";

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

/**
 * Asks for a release until it is finished or has failed, not before the service's Retry-After. The client asks a service that is down or not ready
 * again (`patience`).
 * @param onChange called with each new state
 * @throws UserError if the service does not answer or is not ready for too long; the signal's reason
 */
export async function waitForRelease(
  api: Pick<ApiClient, "url" | "raw">,
  name: string,
  onChange: (release: Release) => void,
  { signal, say, pause = pauseFor }: Omit<Waiting, "pause"> & Partial<Pick<Waiting, "pause">>,
): Promise<Release> {
  const { answered, afterFault } = patience(
    api.url,
    `release ${name} continues there; see its state with: medhelm releases list --api ${api.url}`,
    { signal, pause, say },
  );
  let last: string | undefined;
  let pauseMs = FIRST_PAUSE_MS;
  for (;;) {
    let retryMs = 0;
    try {
      const response = await api.raw(`/v1/releases/${name}`, {}, signal);
      const release = await replyOf(api.url, response, Release);
      retryMs = retryMsOfReply(response) ?? 0;
      answered();
      const { state } = release.status;
      if (state === "published" || state === "failed") return release;
      if (state !== last) onChange(release);
      last = state;
    } catch (error) {
      await afterFault(error);
      continue;
    }
    await pause(Math.max(retryMs, pauseMs), signal).catch(() => undefined); // the next request rejects if the signal has aborted
    pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * GROWTH);
  }
}
