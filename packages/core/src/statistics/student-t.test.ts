import { expect, test } from "vitest";
import { studentT } from "./student-t.ts";

// printed tables of Student's t
test.each([
  [1, 12.706205],
  [4, 2.776445],
  [13, 2.160369],
  [100, 1.983972],
])("95 %% of Student's t with %d degrees of freedom lie within %f", (degrees, expected) => {
  expect(studentT(0.95, degrees)).toBeCloseTo(expected, 6);
});
