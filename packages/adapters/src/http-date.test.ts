import { expect, test } from "vitest";
import { httpDateMs } from "./http-date.ts";

const NOW = Date.UTC(2026, 10, 29);

test.each([
  ["Sun, 06 Nov 1994 08:49:37 GMT", Date.UTC(1994, 10, 6, 8, 49, 37)],
  ["Sunday, 06-Nov-94 08:49:37 GMT", Date.UTC(1994, 10, 6, 8, 49, 37)],
  ["Sun Nov  6 08:49:37 1994", Date.UTC(1994, 10, 6, 8, 49, 37)],
  ["Wed Nov 16 08:49:37 1994", Date.UTC(1994, 10, 16, 8, 49, 37)],
  ["Tuesday, 01-Dec-26 00:00:00 GMT", Date.UTC(2026, 11, 1)],
  ["Wednesday, 01-Jan-76 00:00:00 GMT", Date.UTC(2076, 0, 1)],
  ["Saturday, 01-Jan-77 00:00:00 GMT", Date.UTC(1977, 0, 1)],
  ["Sat, 31 Dec 2016 23:59:60 GMT", Date.UTC(2017, 0, 1)],
  ["Thu, 29 Feb 2024 00:00:00 GMT", Date.UTC(2024, 1, 29)],
])("%s is an HTTP date, in UTC", (text, ms) => {
  expect(httpDateMs(text, NOW)).toBe(ms);
});

test.each([
  "",
  "1, 2",
  "2026-11-29T00:00:00Z",
  "Sun, 06 Nov 1994 08:49:37 +0100",
  "Sun, 06 Nov 1994 08:49:37",
  "Sun, 6 Nov 1994 08:49:37 GMT",
  "sun, 06 nov 1994 08:49:37 gmt",
  "Wed, 29 Feb 2023 00:00:00 GMT",
  "Sun, 06 Nov 1994 24:00:00 GMT",
  "Sun, 06 Nov 1994 08:60:00 GMT",
  "Sun Nov 6 08:49:37 1994",
])("%s is none", (text) => {
  expect(httpDateMs(text, NOW)).toBeUndefined();
});
