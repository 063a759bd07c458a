import { expect, test } from "vitest";
import { nextOrder } from "./order.ts";

test("The first press on a score sorts the best values first", () => {
  expect(nextOrder({ sort: "", dir: "" }, "s1")).toEqual({ sort: "s1", dir: "" });
});

test("The first press on the name sorts by the alphabet", () => {
  expect(nextOrder({ sort: "", dir: "" }, "name")).toEqual({ sort: "name", dir: "up" });
});

test("The second press reverses the order", () => {
  expect(nextOrder({ sort: "s1", dir: "" }, "s1")).toEqual({ sort: "s1", dir: "up" });
  expect(nextOrder({ sort: "name", dir: "up" }, "name")).toEqual({ sort: "name", dir: "" });
});

test("The third press restores the order of the release", () => {
  expect(nextOrder({ sort: "s1", dir: "up" }, "s1")).toEqual({ sort: "", dir: "" });
});
