import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import { manifestOf } from "@medhelm/testing/fixtures/manifest";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { publicPages } from "./public-pages.ts";

const FOLDER = "1-0123456789abcdef0123456789abcdef";
const RUN = "quiz:model=m_a";
const page = (area: "public" | "held", file: string) =>
  `${keys.generation("s", RUN, `${area}/${FOLDER}`)}derived-0123456789ab/${file}`;

/** A server over a store in which every key contains a text. */
async function get(path: string): Promise<Response> {
  const objects = fsStore(mkdtempSync(join(tmpdir(), "medhelm-pages-")));
  const files = [page("public", "pages/1.json"), page("held", "pages/1.json"), page("public", "scores.json")];
  for (const key of [...files, keys.manifest("s", RUN), keys.runFile("s", RUN, "pages/1.json")])
    await objects.put(key, '{"text":1}');
  return new Hono().get("/runs/*", publicPages(objects)).request(path);
}

const address = (key: string): string => `/${key.split("/").map(encodeURIComponent).join("/")}`;

test("a page of a sealed public generation is served as JSON that clients may cache without a limit", async () => {
  const response = await get(address(page("public", "pages/1.json")));
  expect([response.status, await response.text()]).toEqual([200, '{"text":1}']);
  expect(Object.fromEntries(response.headers)).toEqual({
    "content-type": "application/json; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
    "content-security-policy": "frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  });
});

test("a page that differs from its manifest is not served", async () => {
  const objects = memoryStore();
  const [shown, derived] = [page("public", "pages/1.json"), "derived-0123456789ab"];
  const files = { "pages/1.json": sha256Hex('{"text":1}') };
  const sealed = manifestOf({ folder: `public/${FOLDER}`, derived, files });
  await objects.put(keys.generationFile("s", RUN, `public/${FOLDER}`, "manifest.json"), JSON.stringify(sealed));
  await objects.put(shown, '{"text":2}');
  const problems: string[] = [];
  const server = new Hono().get("/runs/*", publicPages(objects)).onError((error, c) => {
    problems.push(error.message);
    return c.text("", 500);
  });
  expect((await server.request(address(shown))).status).toBe(500);
  expect(problems.join()).toContain(`${shown}: the stored file differs from the run's manifest; call medhelm repair`);
});

test.each([
  ["a held page", address(page("held", "pages/1.json"))],
  ["another file of a public generation", address(page("public", "scores.json"))],
  ["a manifest", address(keys.manifest("s", RUN))],
  ["a page next to the manifest", address(keys.runFile("s", RUN, "pages/1.json"))],
  ["a page that does not exist", address(page("public", "pages/2.json"))],
  ["an escaped parent folder", address(page("public", "pages/1.json")).replace("public/", "public%2F..%2Fheld/")],
  ["an escaped NUL", address(page("public", "pages/1.json")).replace("/s/", "/s%00/")],
  ["an invalid escape", "/runs/%E0%A4%A/x"],
])("%s is not served", async (_, path) => {
  expect((await get(path)).status).toBe(404);
});
