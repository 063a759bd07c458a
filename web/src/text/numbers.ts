import { formatCount } from "./format.ts";

const WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** Small numbers as words: "three", "40". */
export const inWords = (count: number): string => WORDS[count] ?? formatCount(count);

/** "a, b and c" */
export const listed = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export interface Span {
  readonly low: number;
  readonly high: number;
}

const MOST_DECIMALS = 3;

/**
 * The number of decimals that an interval supports: half of its width has two significant digits if the first is 1 or 2, and otherwise one. At
 * most three, and two without an interval.
 */
export function decimals(interval: Span | undefined): number {
  if (interval === undefined) return 2;
  const half = (interval.high - interval.low) / 2;
  if (!(half > 0)) return MOST_DECIMALS;
  const power = Math.floor(Math.log10(half) + 1e-9);
  const isSmall = half / 10 ** power < 3 - 1e-9;
  return Math.min(MOST_DECIMALS, Math.max(0, -power + Number(isSmall)));
}

/** A number with a real minus. */
export const fixed = (value: number, digits: number): string => {
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
};

/**
 * The number of decimals of a column, the same for all its numbers, so that a reader can compare them. Most of its intervals support this number; in
 * a tie it is the smaller one. A number without an interval counts as one with two.
 */
export function columnDecimals(intervals: readonly (Span | undefined)[]): number {
  const counts = Map.groupBy(intervals.map(decimals), (digits) => digits);
  const [first] = [...counts].toSorted(([a, as], [b, bs]) => bs.length - as.length || a - b);
  return first?.[0] ?? decimals(undefined);
}

/** A score with the decimals that its interval supports. */
export const score = (value: number, interval?: Span): string => fixed(value, decimals(interval));

/** "0.71 to 0.83" */
export const range = (interval: Span, digits = decimals(interval)): string =>
  `${fixed(interval.low, digits)} to ${fixed(interval.high, digits)}`;

/** A difference with its sign. */
export function signed(value: number, digits = 2): string {
  const text = fixed(value, digits);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text;
}

/** "4 %", "0.3 %"; a share above 0 is never shown as 0. */
export function percent(share: number): string {
  if (share === 0 || share >= 0.095) return `${Math.round(100 * share)} %`;
  return share < 0.0005 ? "< 0.1 %" : `${(100 * share).toFixed(1)} %`;
}

/** US dollars. A cost above 0 is never shown as 0. */
export function money(usd: number): string {
  if (usd >= 10) return `$${formatCount(Math.round(usd))}`;
  if (usd >= 0.01 || usd === 0) return `$${usd.toFixed(usd === 0 ? 0 : 2)}`;
  return `$${usd.toLocaleString("en-US", { maximumSignificantDigits: 1 })}`;
}

/** Seconds with two significant digits below 10. */
export function seconds(time: number): string {
  if (time < 0.001) return "< 0.001 s";
  return `${time >= 10 ? formatCount(Math.round(time)) : time.toPrecision(2)} s`;
}

/** "3", "1–5" */
export const ranks = ([best, worst]: readonly [number, number]): string =>
  best === worst ? `${best}` : `${best}–${worst}`;

/** The middle value; undefined without values. */
export function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const high = sorted[sorted.length >> 1];
  const low = sorted[(sorted.length - 1) >> 1];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}
