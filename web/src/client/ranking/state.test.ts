import { expect, it } from "vitest";
import { type FilteredRow, isFiltered, passes, readState, writeState } from "./state.ts";

const none = readState(new URLSearchParams(), "");
const row: FilteredRow = {
  name: "Llama 3.3 Instruct (70B)",
  maker: "Meta",
  isOpen: true,
  parameters: 70,
  isWithin: (limit) => limit === "1",
};

it("the address keeps the state and the parameters of others", () => {
  const query = writeState(new URLSearchParams("task=a&q=old"), "", { ...none, maker: "A & B", open: "1" });
  expect(query).toBe("?task=a&maker=A+%26+B&open=1");
  expect(readState(new URLSearchParams(query), "")).toEqual({ ...none, maker: "A & B", open: "1" });
});

it("two rankings of a page have states of their own", () => {
  const address = new URLSearchParams("q=gpt&q2=llama");
  expect([readState(address, "").q, readState(address, "2").q]).toEqual(["gpt", "llama"]);
});

it("the default state leaves the address without a query", () => {
  expect(writeState(new URLSearchParams("sort=co"), "", none)).toBe("");
});

it.each([
  [{}, true],
  [{ q: "70b llama" }, true],
  [{ q: "meta" }, true],
  [{ q: "gpt" }, false],
  [{ maker: "Met" }, false],
  [{ size: "10" }, false],
  [{ size: "100" }, true],
  [{ size: "over" }, false],
  [{ open: "1" }, true],
  [{ cost: "0" }, false],
  [{ cost: "1" }, true],
])("the filter %j keeps a row: %s", (change, expected) => {
  expect(passes(row, { ...none, ...change })).toBe(expected);
});

it("a row of unknown size passes no limit of size", () => {
  expect(passes({ ...row, parameters: undefined }, { ...none, size: "over" })).toBe(false);
});

it("an order is not a filter", () => {
  expect([isFiltered({ ...none, sort: "co", all: "1" }), isFiltered({ ...none, cost: "0" })]).toEqual([false, true]);
});
