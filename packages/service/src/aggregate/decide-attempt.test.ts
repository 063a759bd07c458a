import { expect, test } from "vitest";
import { Decision } from "./decide-attempt.ts";

test("A decision about the largest generation is damaged, because no generation can follow it", () => {
  const decision = { formatVersion: 1, end: "seal", after: Number.MAX_SAFE_INTEGER };
  expect(Decision.safeParse(decision).success).toBe(false);
});
