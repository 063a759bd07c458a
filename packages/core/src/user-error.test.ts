import { expect, test } from "vitest";
import { problemsOf, UserErrors } from "./user-error.ts";

test("each problem of a file is shortened, as a message is", () => {
  const error = new UserErrors(["the first", `the entry ${"x".repeat(10_000)} is wrong`]);
  expect(problemsOf(error).map(({ length }) => length)).toEqual([9, 4032]);
});
