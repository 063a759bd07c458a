import { expect, it } from "vitest";
import { slugs } from "./slug.ts";

it("slashes become underscores, and names that would share a folder in any case get a number", () => {
  expect([...slugs(["a/b_c", "a_b/c", "A_B_C", "a/b_c"])]).toEqual([
    ["a/b_c", "a_b_c"],
    ["a_b/c", "a_b_c-2"],
    ["A_B_C", "A_B_C-3"],
  ]);
});

it("a name never leads out of its folder", () => {
  expect([...slugs(["..", "../x", "", "é?#%"]).values()]).toEqual(["_", "__x", "_-2", "____"]);
});
