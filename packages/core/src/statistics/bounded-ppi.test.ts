import { expect, test } from "vitest";
import { boundedPpi, ppiMean } from "./ppi-mean.ts";

const scale = { min: 1, max: 5 };
const judgeElsewhere = [5, 4, 5, 5, 3, 5, 4, 5];

function intervalOf(human: readonly number[]) {
  const found = ppiMean({ human, judgeOnHuman: human.map(() => 5), judgeElsewhere });
  return found && boundedPpi(found, human.length, scale).interval;
}

test("six ratings of 5 give an interval with a width, which ends at the top of the scale", () => {
  expect(intervalOf([5, 5, 5, 5, 5, 5])).toEqual({ low: expect.closeTo(2.9036, 4), high: 5 });
});

test("an interval stays within the scale", () => {
  const { low = 0, high = 9 } = intervalOf([5, 5, 5, 5, 5, 4]) ?? {};
  expect([low > 1, high <= 5]).toEqual([true, true]);
});
