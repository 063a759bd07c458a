import { expect, test } from "vitest";
import { refuseStored } from "./refuse-stored.ts";

const coverage = { instances: 3, requests: 3, answered: 3, failed: 0, verdictsAsked: 9, verdictsScored: 0 };

test("a sealed run without a verdict fails", () => {
  expect(() => refuseStored({ coverage }, "out/run")).toThrow(
    "the judges gave 0 of 9 verdicts when this run was made; medhelm inspect out/run shows the reasons; ask again with --fresh, or choose other judges with --judges NAMES",
  );
});

test("a sealed run with one verdict, and one without a jury, are shown", () => {
  expect(() => refuseStored({ coverage: { ...coverage, verdictsScored: 1 } }, "out/run")).not.toThrow();
  expect(() => refuseStored({ coverage: { ...coverage, verdictsAsked: 0 } }, "out/run")).not.toThrow();
});
