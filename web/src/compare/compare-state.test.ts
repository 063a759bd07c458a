import { expect, it } from "vitest";
import { readState, stateQuery } from "./compare-state.ts";

const known = ["a", "b", "c", "d", "e"];

it("an address names its models in order, and unknown and repeated ones are left out", () => {
  expect(readState("?models=c,x,a,c&questions=med_qa", known)).toEqual({ models: ["c", "a"], questions: "med_qa" });
});

it("without two models in the address, the first models of the table are compared", () => {
  expect(readState("", known)).toEqual({ models: ["a", "b"] });
  expect(readState("?models=b", known)).toEqual({ models: ["b", "a"] });
});

it("at most four models are compared", () => {
  expect(readState("?models=e,d,c,b,a", known).models).toEqual(["e", "d", "c", "b"]);
});

it("an address that was written is read again", () => {
  const state = { models: ["a", "c"], questions: "x&y" };
  expect(readState(stateQuery(state), known)).toEqual(state);
});
