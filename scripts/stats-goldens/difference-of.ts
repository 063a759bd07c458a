import type { Tolerance } from "./goldens.ts";

/**
 * Describes the first difference between a computed and an expected value; undefined if they are equal. Fields that are not expected do not
 * count, and undefined equals null.
 * @param at where the value is, e.g. "interval.0"
 */
export function differenceOf(value: unknown, expected: unknown, tolerance: Tolerance, at = ""): string | undefined {
  if (typeof expected === "number" && typeof value === "number") {
    const limit = tolerance.abs ?? (tolerance.rel ?? 0) * Math.max(1, Math.abs(expected));
    return Math.abs(value - expected) <= limit ? undefined : told(value, expected, at);
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(value)) return told(value, expected, at);
    if (value.length !== expected.length) return told(value.length, expected.length, within(at, "length"));
    return first(expected.keys(), (i) => differenceOf(value[i], expected[i], tolerance, within(at, String(i))));
  }
  if (isObject(expected)) {
    if (!isObject(value)) return told(value, expected, at);
    return first(Object.keys(expected), (key) => differenceOf(value[key], expected[key], tolerance, within(at, key)));
  }
  return (value ?? null) === (expected ?? null) ? undefined : told(value, expected, at);
}

const within = (at: string, key: string): string => (at === "" ? key : `${at}.${key}`);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const told = (value: unknown, expected: unknown, at: string): string =>
  `${at === "" ? "" : `${at} is `}${text(value)}, expected ${text(expected)}`;

const text = (value: unknown): string => {
  const json = typeof value === "number" ? String(value) : (JSON.stringify(value) ?? "undefined");
  return json.length > 80 ? `${json.slice(0, 77)}...` : json;
};

function first<Item>(items: Iterable<Item>, of: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = of(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
