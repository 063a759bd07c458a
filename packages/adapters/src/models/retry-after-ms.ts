/** 1,000 years. Any longer wait, an endless one too, counts as this one, so that it stays a number in JSON. */
const MAX_WAIT_MS = 365_000 * 24 * 3_600_000;

/** The wait that the server asks for, in ms: OpenAI's retry-after-ms, or Retry-After in seconds or as a date (RFC 9110). */
export function retryAfterMs(header: (name: string) => string | null, nowMs: number): number | undefined {
  const ms = Number(header("retry-after-ms") ?? Number.NaN);
  if (ms >= 0) return Math.min(ms, MAX_WAIT_MS);
  const value = header("retry-after");
  if (value === null) return undefined;
  const seconds = Number(value);
  if (seconds >= 0) return Math.min(seconds * 1000, MAX_WAIT_MS);
  // Date.parse takes a negative number for a year
  const date = Number.isNaN(seconds) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.min(Math.max(0, date - nowMs), MAX_WAIT_MS);
}

/** The milliseconds of Google's "34.5s". */
export function delayMs(text: string | undefined): number | undefined {
  const [, seconds] = /^(\d+(?:\.\d+)?)s$/.exec(text ?? "") ?? [];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
