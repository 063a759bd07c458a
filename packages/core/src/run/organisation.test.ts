import { expect, test } from "vitest";
import { organisationOf } from "./organisation.ts";

test("only gated and private data has an organisation, and its name is a valid folder name", () => {
  expect(organisationOf({ access: "gated", org: "Harvard DBMI" })).toBe("Harvard-DBMI");
  expect(organisationOf({ access: "private", org: "Stanford" })).toBe("Stanford");
  expect(organisationOf({ access: "public", org: "Stanford" })).toBeUndefined();
  expect(organisationOf({ access: "local", org: "Stanford" })).toBeUndefined();
  expect(organisationOf({ access: "gated" })).toBeUndefined();
});
