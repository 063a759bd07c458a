import { expect, it } from "vitest";
import { oneToken } from "./one-token.ts";

it.each([
  ["Bearer t0ken", "ann"],
  ["bearer t0ken", "ann"],
  ["Bearer other", undefined],
  ["Bearer t0ken x", undefined],
  ["Bearer ", undefined],
  ["Basic t0ken", undefined],
  [undefined, undefined],
])("the token of the start, and no other, is its owner: %s", async (authorization, owner) => {
  const authenticate = oneToken("t0ken", {
    owner: "ann",
    scopes: new Set(["submit"]),
    organisations: "all",
    keyId: "local",
  });
  const principal = await authenticate(new Headers(authorization === undefined ? {} : { authorization }));
  expect(principal?.owner).toBe(owner);
});
