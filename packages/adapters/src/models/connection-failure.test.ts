import { UserError } from "@medhelm/core/user-error";
import { expect, test } from "vitest";
import { connectionFailure } from "./connection-failure.ts";

const withCode = (code: string) => Object.assign(new Error("x"), { code });

test.each(["UND_ERR_CONNECT_TIMEOUT", "ETIMEDOUT"])("a connection that ends with %s is a timeout", (code) => {
  expect(connectionFailure(withCode(code), false)).toMatchObject({ reason: "timeout", isRetriable: true });
});

test.each([
  ["ENETUNREACH", "this machine has no network to that address (ENETUNREACH)"],
  ["EHOSTUNREACH", "no machine has that address (EHOSTUNREACH)"],
  ["EPROTONOSUPPORT", "the connection broke (EPROTONOSUPPORT)"],
])("a connection that ends with %s says why", (code, message) => {
  expect(connectionFailure(withCode(code), false)).toMatchObject({ reason: "connection", message });
});

test("a connection failure has the code of the first address that failed", () => {
  const refused = new AggregateError([withCode("ECONNREFUSED"), withCode("ENETUNREACH")]);
  expect(connectionFailure(new Error("x", { cause: refused }), false)).toEqual({
    reason: "connection",
    message: "nothing listens there (ECONNREFUSED)",
    isWrongAddress: true,
    isRetriable: true,
  });
});

test("a connection that --offline refuses says so, and is not tried again", () => {
  const refusal = new UserError("--offline refuses a connection to api.example");
  expect(connectionFailure(new Error("fetch failed", { cause: refusal }), false)).toEqual({
    reason: "connection",
    message: "--offline refuses a connection to api.example",
    isWrongAddress: true,
    isRetriable: false,
  });
});
