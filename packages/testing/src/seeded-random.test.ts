import { expect, test } from "vitest";
import { seededRandom } from "./seeded-random.ts";

test("a seed gives mulberry32's numbers", () => {
  const draw = seededRandom(1);
  expect([draw(), draw(), draw()].map((n) => Math.round(n * 2 ** 32))).toEqual([
    2_693_262_067, 11_749_833, 2_265_367_787,
  ]);
});
