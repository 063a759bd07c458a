import { expect, it } from "vitest";
import { addressOf } from "./page-kinds.ts";

const PAGES = ["", "models/", "models/b/", "models/a/", "models/a/summary/"];

it("finds the home, a single page and the first page of a kind", () => {
  const found = ["", "models", "models/*", "models/*/summary"].map((folder) => addressOf({ name: "x", folder }, PAGES));
  expect(found).toEqual(["", "models/", "models/a/", "models/a/summary/"]);
});

it("prefers the named page", () => {
  expect(addressOf({ name: "x", folder: "models/*", prefer: "b" }, PAGES)).toBe("models/b/");
});

it("finds nothing where the site has no page of the kind", () => {
  expect(addressOf({ name: "x", folder: "runs/*" }, PAGES)).toBeUndefined();
});
