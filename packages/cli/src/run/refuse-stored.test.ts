import type { Manifest } from "@medhelm/core/release/manifest";
import { expect, test } from "vitest";
import { refuseStored } from "./refuse-stored.ts";

const coverage = { instances: 3, requests: 3, answered: 3, failed: 0, verdictsAsked: 9, verdictsScored: 9 };
const refusing = (more: Partial<Manifest["coverage"]>, max?: Parameters<typeof refuseStored>[2]) => () =>
  refuseStored({ coverage: { ...coverage, ...more }, modelDeployment: "acme/a" }, "out/run", max);

test("a sealed run without a verdict fails, also if all failures are accepted", () => {
  expect(refusing({ verdictsScored: 0 }, { kind: "share", share: 1 })).toThrow(
    "the judges gave 0 of 9 verdicts when this run was made; medhelm inspect out/run shows the reasons; ask again with --fresh, or choose other judges with --judges NAMES",
  );
});

test("a sealed run with too few verdicts or answers fails, unless --max-failures accepts them", () => {
  expect(refusing({ verdictsScored: 4 })).toThrow("; at most 5 % of the verdicts may be missing");
  expect(refusing({ answered: 2, failed: 1 })).toThrow("acme/a answered 2 of 3 requests when this run was made");
  expect(refusing({ verdictsScored: 4 }, { kind: "share", share: 1 })).not.toThrow();
  expect(refusing({ answered: 2, failed: 1 }, { kind: "count", count: 1 })).not.toThrow();
});

test("failures that the next start asks again are left to it", () => {
  expect(refusing({ answered: 2, failed: 1, transient: 1 })).not.toThrow();
});
