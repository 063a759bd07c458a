import { expect, test } from "vitest";
import { organisationOf } from "./organisation.ts";

test("an organisation's name is one that a folder can have, and only guarded data has one", () => {
  expect(organisationOf({ access: "gated", org: "Harvard DBMI" })).toBe("Harvard-DBMI");
  expect(organisationOf({ access: "private", org: "Stanford" })).toBe("Stanford");
  expect(organisationOf({ access: "public", org: "Stanford" })).toBeUndefined();
  expect(organisationOf({ access: "local", org: "Stanford" })).toBeUndefined();
  expect(organisationOf({ access: "gated" })).toBeUndefined();
});
