import { expect, test } from "vitest";
import { clusterBootstrap } from "./cluster-bootstrap.ts";

const THIRDS = [0.1, 0.2, 0.3].map((sum) => ({ sum, count: 1 }));

test("replicates that have the mean in another order of the sum are ties", () => {
  // 0.1 + 0.2 + 0.3 and 0.3 + 0.2 + 0.1 differ in the last digit; with one replicate below and one above, z0 is 0
  const resamples = [
    [2, 1, 0],
    [1, 2, 0],
    [0, 0, 1],
    [2, 2, 1],
  ];
  expect(clusterBootstrap(THIRDS, resamples, 0.95)?.bca?.z0).toBe(0);
});
