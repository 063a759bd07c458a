import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { compressSite } from "./compress-site.ts";

const LONG = "The score is a dot on a line. ".repeat(100);

test("each large text file gets a .gz and a .br with the same content; small files and pictures get none", async () => {
  const site = mkdtempSync(join(tmpdir(), "medhelm-compress-"));
  mkdirSync(join(site, "models"));
  writeFileSync(join(site, "models/index.html"), LONG);
  writeFileSync(join(site, "small.json"), "{}");
  writeFileSync(join(site, "font.woff2"), LONG);
  await compressSite(site);
  expect(readdirSync(site, { recursive: true }).map(String).toSorted()).toEqual([
    "font.woff2",
    "models",
    "models/index.html",
    "models/index.html.br",
    "models/index.html.gz",
    "small.json",
  ]);
  expect(gunzipSync(readFileSync(join(site, "models/index.html.gz"))).toString()).toBe(LONG);
  expect(brotliDecompressSync(readFileSync(join(site, "models/index.html.br"))).toString()).toBe(LONG);
});

test("a build takes the compressed files of an older build where the text is the same, and compresses changed text", async () => {
  const [older, site] = ["older", "site"].map((name) => mkdtempSync(join(tmpdir(), `medhelm-compress-${name}-`)));
  if (older === undefined || site === undefined) throw new Error("no folder");
  for (const [folder, changed] of [
    [older, "before"],
    [site, "after"],
  ] as const) {
    writeFileSync(join(folder, "same.json"), LONG);
    writeFileSync(join(folder, "changed.json"), changed + LONG);
  }
  await compressSite(older);
  writeFileSync(join(older, "same.json.gz"), "of the older build");
  await compressSite(site, older);
  expect(readFileSync(join(site, "same.json.gz"), "utf8")).toBe("of the older build");
  expect(brotliDecompressSync(readFileSync(join(site, "same.json.br"))).toString()).toBe(LONG);
  expect(gunzipSync(readFileSync(join(site, "changed.json.gz"))).toString()).toBe(`after${LONG}`);
});
