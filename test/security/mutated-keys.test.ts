import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { staticFiles } from "../../packages/cli/src/stack/site/static-files.ts";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { testFolder } from "../e2e/cli.ts";
import { fuzzAsync } from "./fuzz.ts";
import { mutatedPaths } from "./mutated.ts";

/** A folder whose files are canaries, and an empty root some levels below it. */
function rootBesideCanaries() {
  const folder = testFolder();
  const root = join(folder, "a/b/root");
  mkdirSync(root, { recursive: true });
  const canaries = ["canary.json", "a/canary.json", "a/b/canary.json", "a/b/root-other.json"];
  for (const path of canaries) writeFileSync(join(folder, path), "canary");
  const outside = () =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => !path.startsWith("a/b/root/"))
      .map((path) => (path.endsWith(".json") ? `${path} ${readFileSync(join(folder, path), "utf8")}` : path));
  return { root, outside };
}

test("no key that is mutated reads, writes or deletes a file outside the root of a folder store", async () => {
  const { root, outside } = rootBesideCanaries();
  const before = outside();
  const store = fsStore(root);
  let stored = 0;
  const fault = await fuzzAsync(
    mutatedPaths("runs/s/demo_notes:model=a_b/canary.json"),
    200,
    async ({ value: key }) => {
      await store.put(key, "text");
      stored++;
      const read = await store.get(key);
      if (read === undefined || Buffer.from(read.body).toString() !== "text") throw new Error(`${key} has other bytes`);
      await store.delete(key);
    },
  );
  expect(fault).toBeUndefined();
  store.close();
  expect(outside()).toEqual(before);
  expect(stored).toBeGreaterThan(0);
});

test("no address that is mutated shows a file outside the folder of a site", async () => {
  const { root } = rootBesideCanaries();
  mkdirSync(join(root, "r"));
  writeFileSync(join(root, "r/index.html"), "page");
  const site = new Hono().get("/*", staticFiles({ root, prefix: "/", notFoundPage: () => "404.html" }));
  const fault = await fuzzAsync(mutatedPaths("/r/../canary.json"), 200, async ({ value: path }) => {
    const url = URL.parse(`http://127.0.0.1${path.startsWith("/") ? "" : "/"}${path}`);
    if (url === null) return;
    const response = await site.fetch(new Request(url));
    const text = await response.text();
    if (response.status >= 500 || text.includes("canary")) throw new Error(`${path}: ${response.status} ${text}`);
  });
  expect(fault).toBeUndefined();
});
