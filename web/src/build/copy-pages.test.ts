import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { copyPages } from "./copy-pages.ts";
import { writeInstancesRecord } from "./instances-record.ts";
import { placeSite } from "./place-site.ts";

const FOLDER = "runs/s/.generations/public/r/1-a/derived-b/pages/";
const RUN = { slug: "run", hasPages: true, access: "public", pages: { folder: FOLDER, count: 1 } } as const;

/** A tree with one sealed run, whose site is in `out`. */
function tree() {
  const root = mkdtempSync(join(tmpdir(), "medhelm-copy-pages-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const [pages, out] = [join(root, FOLDER), join(root, "site")];
  mkdirSync(pages, { recursive: true });
  const write = (name: string, body: string) => writeFileSync(join(pages, `${name}.zst`), zstdCompressSync(body));
  write("index.json", '{"formatVersion":1,"instances":1,"pages":[{"page":1,"first":0,"count":1,"bytes":10}]}');
  write("1.json", '{"page":1}');
  let builds = 0;
  const copy = async (compress = false) => {
    const to = join(root, `copied-${++builds}`);
    const options = { releaseDir: join(root, "releases/r"), served: false, compress, out };
    return { to, ...(await copyPages({ runs: [RUN] }, options, to)) };
  };
  const build = async () => {
    const { to, kept, sources } = await copy();
    const site = join(root, "new");
    mkdirSync(site);
    writeInstancesRecord(site, false, sources, (slug) => join(kept.length > 0 ? join(out, "data") : to, slug));
    await placeSite(site, out, { folder: to, kept });
  };
  return { out, write, copy, build };
}

test("compressed pages of a run are plain in the site", async () => {
  const { copy } = tree();
  const { to, chunks } = await copy();
  expect(chunks).toBe(1);
  expect(readdirSync(join(to, "run")).toSorted()).toEqual(["1.json", "index.json"]);
  expect(readFileSync(join(to, "run/1.json"), "utf8")).toBe('{"page":1}');
});

test("a build takes the instances of an unchanged run from the build before", async () => {
  const { out, copy, build } = tree();
  await build();
  await build();
  expect(readFileSync(join(out, "data/run/1.json"), "utf8")).toBe('{"page":1}');
  expect((await copy()).kept).toEqual(["run"]);
});

test("a build copies a run again whose files have changed", async () => {
  const { out, write, build } = tree();
  await build();
  write("1.json", '{"page":2}');
  await build();
  expect(readFileSync(join(out, "data/run/1.json"), "utf8")).toBe('{"page":2}');
});

test("a build copies a run again whose file in the site somebody has changed", async () => {
  const { out, build } = tree();
  await build();
  writeFileSync(join(out, "data/run/1.json"), '{"page":9}');
  utimesSync(join(out, "data/run/1.json"), new Date(), new Date(Date.now() + 60_000));
  await build();
  expect(readFileSync(join(out, "data/run/1.json"), "utf8")).toBe('{"page":1}');
});

test("a build copies a run again if the build before has lost one of its files", async () => {
  const { out, build } = tree();
  await build();
  rmSync(join(out, "data/run/1.json"));
  await build();
  expect(readFileSync(join(out, "data/run/1.json"), "utf8")).toBe('{"page":1}');
});

test("a build with compressed files copies the runs of a build without them", async () => {
  const { copy, build } = tree();
  await build();
  expect((await copy(true)).kept).toEqual([]);
});
