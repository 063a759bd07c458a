import { expect, test } from "vitest";
import { eachOf, problemsOf, UserError, UserErrors } from "./user-error.ts";

test("each problem of a file is shortened, as a message is", () => {
  const error = new UserErrors(["the first", `the entry ${"x".repeat(10_000)} is wrong`]);
  expect(problemsOf(error).map(({ length }) => length)).toEqual([9, 4032]);
});

const refuse = (item: number): never => {
  throw new UserError(`item ${item} is wrong`);
};

test("reading ends after a thousand problems", () => {
  const items = Array.from({ length: 100_000 }, (_, index) => index);
  let error: unknown;
  try {
    eachOf(items, refuse);
  } catch (thrown) {
    error = thrown;
  }
  const problems = error instanceof UserError ? problemsOf(error) : [];
  expect([problems.length, problems.at(-1)]).toEqual([
    1001,
    "reading ended after 1000 problems; correct them and try again",
  ]);
});
