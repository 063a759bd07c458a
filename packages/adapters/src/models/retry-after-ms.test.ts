import { expect, test } from "vitest";
import { delayMs, retryAfterMs } from "./retry-after-ms.ts";

const NOW = Date.UTC(2026, 10, 29, 0, 0, 0);
const read = (headers: Readonly<Record<string, string>>) => retryAfterMs((name) => headers[name] ?? null, NOW);

test.each([
  ["5", 5000],
  ["0", 0],
  ["007", 7000],
  [" 5 ", 5000],
  ["Sun, 29 Nov 2026 00:01:00 GMT", 60_000],
  ["Sunday, 29-Nov-26 00:01:00 GMT", 60_000],
  ["Sun Nov 29 00:01:00 2026", 60_000],
  ["Sun, 06 Nov 1994 08:49:37 GMT", 0],
  ["9".repeat(400), 31_536_000_000_000],
  ["Fri, 31 Dec 9999 23:59:59 GMT", 31_536_000_000_000],
])("Retry-After: %s is a wait", (value, ms) => {
  expect(read({ "retry-after": value })).toBe(ms);
});

test.each([
  "0x10",
  "1e3",
  "+5",
  "-5",
  "1.5",
  ".5",
  "5.",
  "5s",
  "1_000",
  "1,000",
  "1, 2",
  "٥",
  "Infinity",
  "NaN",
  "soon",
  "",
  " ",
])("Retry-After: %s counts as absent", (value) => {
  expect(read({ "retry-after": value })).toBeUndefined();
});

test("a date counts from the server's own clock", () => {
  const date = "Sat, 01 Jan 2000 00:00:00 GMT";
  expect(read({ "retry-after": "Sat, 01 Jan 2000 00:00:20 GMT", date })).toBe(20_000);
});

test("OpenAI's milliseconds come first, with or without a fraction, unless they are no number", () => {
  expect(read({ "retry-after-ms": "250.5", "retry-after": "3" })).toBe(250.5);
  expect(read({ "retry-after-ms": "0x10", "retry-after": "3" })).toBe(3000);
});

test.each([
  ["34.5s", 34_500],
  [`${"9".repeat(400)}s`, 31_536_000_000_000],
  ["34", undefined],
  ["1e3s", undefined],
  [undefined, undefined],
])("Google's delay %s is %s ms", (text, ms) => {
  expect(delayMs(text)).toBe(ms);
});
