import { fetchAloud } from "../terminal/say-silent.ts";
import { UserError } from "@medhelm/core/user-error";

const REPLY_MS = 60_000;

const ADVICE = "pull on a machine with a network and copy the folder";

/**
 * Sends a request and returns the reply with its body unread. The time-out is for the head of the reply, because a large file may take hours.
 * @param label the place, for messages
 * @throws UserError if the server does not answer
 */
export async function openReply(
  url: string,
  label: string,
  init: RequestInit = {},
  advice = ADVICE,
): Promise<Response> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(new Error("no answer within a minute")), REPLY_MS);
  try {
    return await fetchAloud(url, { ...init, signal: stop.signal });
  } catch (cause) {
    throw new UserError(`${label}: ${new URL(url).host} cannot be reached from here (${reasonOf(cause)}); ${advice}`, {
      cause,
    });
  } finally {
    clearTimeout(timer);
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
