import { expect, test } from "vitest";
import { saidText } from "./said.ts";
import { readState } from "./state.ts";

const LINES = [
  { name: "Model A", letters: ["a"] },
  { name: "Model B", letters: ["a", "b"] },
  { name: "Model C", letters: ["b"] },
  { name: "Model D", letters: ["c"] },
];
const ALL = readState(new URLSearchParams(), "");
const said = (name: string): string =>
  saidText(LINES, { chosen: LINES.find((line) => line.name === name), state: ALL, count: 4, hint: "Press a rank." });

test("Without a choice the sentence is the hint", () => {
  expect(said("none")).toBe("Press a rank.");
});

test("A filter counts the models that pass it", () => {
  const state = readState(new URLSearchParams("q=model"), "");
  expect(saidText(LINES, { chosen: undefined, state, count: 3, hint: "Press a rank." })).toBe(
    "3 of 4 models. Ranks and levels are those among all models.",
  );
});

test("A chosen model names the number of models that cannot be told apart from it", () => {
  expect(said("Model A")).toBe(
    "Model A cannot be told apart from 1 other model: those with a bar. Press again to go back.",
  );
  expect(said("Model B")).toContain("from 2 other models");
});

test("A model without equals differs from every other one", () => {
  expect(said("Model D")).toBe("Model D differs from every other model. Press again to go back.");
});
