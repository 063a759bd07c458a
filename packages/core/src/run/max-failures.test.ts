import { expect, test } from "vitest";
import { allowedFailures, MaxFailuresString, MaxFailuresText } from "./max-failures.ts";

test.each([
  ["5%", 5],
  ["0.05", 5],
  ["7%", 7],
  ["0", 0],
  ["100%", 100],
  ["12", 12],
])("--max-failures %s allows %d of 100 requests to fail", (text, allowed) => {
  expect(allowedFailures(MaxFailuresText.parse(text), 100)).toBe(allowed);
});

test("5 % of 30 requests allows one failure, not one and a half", () => {
  expect(allowedFailures({ kind: "share", share: 0.05 }, 30)).toBe(1);
});

test.each(["", "x", "-1", "1.5", "101%"])("--max-failures %j is refused", (text) => {
  expect(MaxFailuresText.safeParse(text).success).toBe(false);
  expect(MaxFailuresString.safeParse(text).success).toBe(false);
});
