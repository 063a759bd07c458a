import { httpDateMs } from "../http-date.ts";

/** 1,000 years. Any longer wait counts as this one, so that it stays a number in JSON. */
const MAX_WAIT_MS = 365_000 * 24 * 3_600_000;

const WHOLE = /^\d+$/;
const DECIMAL = /^\d+(?:\.\d+)?$/;

/**
 * The wait that the server asks for, in ms: OpenAI's retry-after-ms, or Retry-After in whole seconds or as a date (RFC 9110, section 10.2.3). Any other
 * value counts as absent. A date counts from the server's own clock, which may differ from `nowMs` by hours; one in the past is no wait.
 */
export function retryAfterMs(header: (name: string) => string | null, nowMs: number): number | undefined {
  const valueOf = (name: string): string => header(name)?.trim() ?? "";
  const ms = numberIn(valueOf("retry-after-ms"), DECIMAL);
  if (ms !== undefined) return atMost(ms);
  const value = valueOf("retry-after");
  const seconds = numberIn(value, WHOLE);
  if (seconds !== undefined) return atMost(seconds * 1000);
  const dateMs = httpDateMs(value, nowMs);
  if (dateMs === undefined) return undefined;
  return atMost(Math.max(0, dateMs - (httpDateMs(valueOf("date"), nowMs) ?? nowMs)));
}

/** The milliseconds of Google's "34.5s"; undefined for any other text. */
export function delayMs(text = ""): number | undefined {
  const seconds = text.endsWith("s") ? numberIn(text.slice(0, -1), DECIMAL) : undefined;
  return seconds === undefined ? undefined : atMost(seconds * 1000);
}

/** Number alone also reads "0x10", "1e3", "+5" and "". */
const numberIn = (text: string, form: RegExp): number | undefined => (form.test(text) ? Number(text) : undefined);

const atMost = (ms: number): number => Math.min(ms, MAX_WAIT_MS);
