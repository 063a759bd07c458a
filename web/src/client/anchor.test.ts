import { expect, it } from "vitest";
import { anchorIn, anchorOf, chunkIn, searchOrder } from "./anchor.ts";

it("an instance's fragment is its id, with the perturbation and the trial if it has them", () => {
  expect(anchorOf({ id: "id12", trial: 0 })).toBe("id12");
  expect(anchorOf({ id: "id12", trial: 2, perturbation: "typos" })).toBe("id12~typos~trial-2");
});

it("a fragment is decoded, and stays unchanged if its encoding is invalid", () => {
  expect(["", "#", "#id12", "#a%20b", "#50%"].map(anchorIn)).toEqual([undefined, undefined, "id12", "a b", "50%"]);
});

it("the chunk in the address is searched first, and an unknown chunk is ignored", () => {
  expect(chunkIn("?chunk=2", [0, 1, 2])).toBe(2);
  expect(chunkIn("?chunk=9", [0, 1, 2])).toBe(undefined);
  expect(searchOrder([0, 1, 2], 2)).toEqual([2, 0, 1]);
  expect(searchOrder([0, 1, 2], undefined)).toEqual([0, 1, 2]);
});
