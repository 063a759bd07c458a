import { expect, test } from "vitest";
import { statusOf } from "./status-of.ts";

const problem = { status: 500, headers: { "content-type": "application/problem+json" } };

test("the reason of a service follows the status", async () => {
  const response = new Response('{"detail":"Call medhelm repair."}', problem);
  expect(await statusOf(response)).toBe("returned status 500: Call medhelm repair");
});

test.each([
  ["a page of another server", new Response("<html>", { status: 503 }), "returned status 503"],
  ["a reason that is cut off", new Response('{"detail":', problem), "returned status 500"],
  ["a reason of another form", new Response('{"detail":1}', problem), "returned status 500"],
])("%s leaves the status alone", async (_, response, said) => {
  expect(await statusOf(response)).toBe(said);
});
