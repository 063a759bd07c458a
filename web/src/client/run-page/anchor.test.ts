import { expect, it } from "vitest";
import { anchorOf } from "@medhelm/core/release/pages/instance-anchor";
import { anchorIn, chunkIn } from "./anchor.ts";

it("an instance's fragment is its id, with the perturbation and the trial if it has them", () => {
  expect(anchorOf({ id: "id12", trial: 0 })).toBe("id12");
  expect(anchorOf({ id: "id12", trial: 2, perturbation: "typos" })).toBe("id12~typos~trial-2");
});

it("a fragment is decoded, and stays unchanged if its encoding is invalid", () => {
  expect(["", "#", "#id12", "#a%20b", "#50%"].map(anchorIn)).toEqual([undefined, undefined, "id12", "a b", "50%"]);
});

it("an older address names the chunk of its instance", () => {
  expect(["?chunk=2", "?chunk=x", ""].map(chunkIn)).toEqual([2, undefined, undefined]);
});
