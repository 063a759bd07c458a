import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { serveSite } from "./serve-site.ts";

const ask = async (path: string, accept: string, folder = "nowhere"): Promise<[number, string]> => {
  const app = new Hono();
  serveSite(app, folder, memoryStore());
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

test("nothing shows that there is an unpublished release, which leaves a record in the place of its site", async () => {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-site-"));
  mkdirSync(join(folder, "site/r/hidden"), { recursive: true });
  writeFileSync(join(folder, "site/r/hidden/published.json"), '{"formatVersion":1,"published":false}');
  for (const path of ["", "/", "/published.json", "/%70ublished.json", "/./published.json", "//published.json"])
    expect([path, await ask(`/r/hidden${path}`, "*/*", folder)]).toEqual([path, [404, "application/problem+json"]]);
});
