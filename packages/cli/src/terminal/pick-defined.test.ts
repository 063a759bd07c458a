import { expect, test } from "vitest";
import { pickDefined } from "./pick-defined.ts";

test("an absent option stays absent, and other properties are not copied", () => {
  const options = { priority: undefined, suite: "s", maxUsd: 0, json: false, other: 1 };
  const picked = pickDefined(options, ["priority", "suite", "maxUsd", "json"]);
  expect(picked).toStrictEqual({ suite: "s", maxUsd: 0, json: false });
});
