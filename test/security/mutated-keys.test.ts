import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { staticFiles } from "../../packages/cli/src/stack/static-files.ts";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { testFolder } from "../e2e/cli.ts";
import { faults } from "./faults.ts";

const PIECES = [
  "../",
  "..",
  "/",
  "//",
  ".",
  "./",
  "\\",
  "..\\",
  "%2e%2e%2f",
  "%2e%2e/",
  "..%2f",
  "%252e%252e%252f",
  "%5c..%5c",
  "\u0000",
  "\u002e\u2024/",
  "/etc/passwd",
  "~/",
  "C:/",
  "file://",
  ".medhelm/",
  "\ud800",
  "é",
  "a".repeat(300),
  " ",
  "?",
  "#",
];

/** Puts one piece into a path, or in the place of a part of it. */
function mutatedPath(path: string, random: () => number): string {
  const at = Math.floor(random() * (path.length + 1));
  const end = random() < 0.5 ? at : at + Math.floor(random() * 8);
  const piece = PIECES[Math.floor(random() * PIECES.length)] ?? "";
  return path.slice(0, at) + piece.repeat(1 + Math.floor(random() * 6)) + path.slice(end);
}

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
  const found = await faults(200, async (random) => {
    const key = mutatedPath(mutatedPath("runs/s/demo_notes:model=a_b/canary.json", random), random);
    await store.put(key, "text");
    stored++;
    const read = await store.get(key);
    if (read === undefined || Buffer.from(read.body).toString() !== "text") throw new Error(`${key} has other bytes`);
    await store.delete(key);
  });
  store.close();
  expect(found).toEqual([]);
  expect(outside()).toEqual(before);
  expect(stored).toBeGreaterThan(0);
});

test("no address that is mutated shows a file outside the folder of a site", async () => {
  const { root } = rootBesideCanaries();
  mkdirSync(join(root, "r"));
  writeFileSync(join(root, "r/index.html"), "page");
  const site = new Hono().get("/*", staticFiles({ root, prefix: "/", notFoundPage: () => "404.html" }));
  const found = await faults(200, async (random) => {
    const path = mutatedPath(mutatedPath("/r/../canary.json", random), random);
    const url = URL.parse(`http://127.0.0.1${path.startsWith("/") ? "" : "/"}${path}`);
    if (url === null) return;
    const response = await site.fetch(new Request(url));
    const text = await response.text();
    if (response.status >= 500 || text.includes("canary")) throw new Error(`${path}: ${response.status} ${text}`);
  });
  expect(found).toEqual([]);
});
