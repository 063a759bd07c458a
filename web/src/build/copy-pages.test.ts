import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { copyPages } from "./copy-pages.ts";

const FOLDER = "runs/s/.generations/public/r/1-a/derived-b/pages/";

test("compressed pages of a run are plain in the site", async () => {
  const root = mkdtempSync(join(tmpdir(), "medhelm-copy-pages-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const [pages, to] = [join(root, FOLDER), join(root, "stage")];
  for (const folder of [pages, to]) mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(pages, "index.json.zst"),
    zstdCompressSync('{"formatVersion":1,"instances":1,"pages":[{"page":1,"first":0,"count":1,"bytes":10}]}'),
  );
  writeFileSync(join(pages, "1.json.zst"), zstdCompressSync('{"page":1}'));
  const run = { slug: "run", hasPages: true, access: "public", pages: { folder: FOLDER, count: 1 } } as const;
  expect(await copyPages({ runs: [run] }, { releaseDir: join(root, "releases/r"), served: false }, to)).toBe(1);
  expect(readdirSync(join(to, "data/run")).toSorted()).toEqual(["1.json", "index.json"]);
  expect(readFileSync(join(to, "data/run/1.json"), "utf8")).toBe('{"page":1}');
});
