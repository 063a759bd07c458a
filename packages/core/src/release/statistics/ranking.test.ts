import { expect, test } from "vitest";
import { TableInference } from "./ranking.ts";

test("a family that is read back keeps the reason why it has no ranks", () => {
  const sameBenchmarks = { adjustedP: [[null, 1]], smallestTellableDifference: 0.1 };
  const otherBenchmarks = { undefinedBecause: "there is one benchmark" };
  const inference = {
    level: 0.05,
    replicates: 2000,
    seed: 0,
    headline: "otherBenchmarks",
    families: [{ rows: [0, 1], columns: [0], sameBenchmarks, otherBenchmarks }],
  };
  expect(TableInference.parse(inference)).toEqual(inference);
});
