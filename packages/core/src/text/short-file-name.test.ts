import { expect, test } from "vitest";
import { shortFileName } from "./short-file-name.ts";

test("a name of 255 bytes with its extension stays as it is", () => {
  expect(shortFileName("a".repeat(250), ".json")).toBe(`${"a".repeat(250)}.json`);
});

test("a longer name is cut, and two names with the same beginning stay different", () => {
  expect(shortFileName("a".repeat(251), ".json")).toBe(`${"a".repeat(50)}-772f911dd9d66928.json`);
  expect(shortFileName(`${"a".repeat(251)}b`, ".json")).toBe(`${"a".repeat(50)}-9124f8b01de4e3e6.json`);
});
