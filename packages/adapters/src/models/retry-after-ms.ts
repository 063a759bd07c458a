/** 1,000 years. Any longer wait, an endless one too, counts as this one, so that it stays a number in JSON. */
const MAX_WAIT_MS = 365_000 * 24 * 3_600_000;

/**
 * The wait that the server asks for, in ms: OpenAI's retry-after-ms, or Retry-After in seconds or as a date (RFC 9110). A date counts from the
 * server's own clock, which may differ from `nowMs` by hours.
 */
export function retryAfterMs(header: (name: string) => string | null, nowMs: number): number | undefined {
  const ms = Number(header("retry-after-ms") || Number.NaN);
  if (ms >= 0) return Math.min(ms, MAX_WAIT_MS);
  const value = header("retry-after") || undefined;
  if (value === undefined) return undefined;
  const seconds = Number(value);
  if (seconds >= 0) return Math.min(seconds * 1000, MAX_WAIT_MS);
  const date = timeOf(value);
  return date === undefined ? undefined : Math.min(Math.max(0, date - (timeOf(header("date")) ?? nowMs)), MAX_WAIT_MS);
}

/** Unix milliseconds of a date with a time of day. Date.parse alone takes "1, 2", "-5" and "wait 1" for dates too. */
function timeOf(text: string | null): number | undefined {
  const time = text !== null && /\d\d:\d\d:\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** The milliseconds of Google's "34.5s". */
export function delayMs(text: string | undefined): number | undefined {
  const [, seconds] = /^(\d+(?:\.\d+)?)s$/.exec(text ?? "") ?? [];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
