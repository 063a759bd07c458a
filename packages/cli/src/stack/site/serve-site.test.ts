import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { serveSite } from "./serve-site.ts";

const ask = async (path: string, accept: string): Promise<[number, string]> => {
  const app = new Hono();
  serveSite(app, "nowhere", memoryStore());
  const response = await app.request(path, { headers: { accept } });
  return [response.status, response.headers.get("content-type") ?? ""];
};
const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

test.each(["/nothing", "/r/none/"])("a browser gets a page at an address with nothing: %s", async (path) => {
  expect(await ask(path, BROWSER)).toEqual([404, "text/html; charset=UTF-8"]);
});

test.each([
  ["/nothing", "*/*"],
  ["/v1/nothing", BROWSER],
])("a program, and a caller of the API, get a problem: %s", async (path, accept) => {
  expect(await ask(path, accept)).toEqual([404, "application/problem+json"]);
});
