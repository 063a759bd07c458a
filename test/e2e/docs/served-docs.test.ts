import { Hono } from "hono";
import { serveDocs } from "medhelm/stack/site/serve-docs";
import { expect, test } from "vitest";

test("a stack serves the documentation before any release exists", async () => {
  const app = new Hono();
  serveDocs(app);
  expect((await app.request("/docs")).headers.get("location")).toBe("/docs/");
  expect(await (await app.request("/docs/")).text()).toContain("<h1");
  expect((await app.request("/docs/decisions/0001-model-client.html")).status).toBe(200);
  expect((await app.request("/docs/no-such-page.html")).status).toBe(404);
  expect((await app.request("/docs/../package.json")).status).toBe(404);
}, 120_000);
