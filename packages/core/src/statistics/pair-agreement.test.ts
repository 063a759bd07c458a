import { expect, test } from "vitest";
import { pairAgreement } from "./pair-agreement.ts";

test("means that differ by one except for rounding are within one", () => {
  const [jury, human] = [4.4, 3.4];
  expect(jury - human).toBeGreaterThan(1);
  expect(
    pairAgreement([
      [human, jury],
      [4, 4],
      [5, 2],
      [3, 3],
    ]),
  ).toEqual({
    exactShare: 0.5,
    withinOne: 0.75,
    meanBias: -0.5,
  });
});
