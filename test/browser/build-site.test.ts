import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildSite } from "./build-site.ts";
import { HOSTILE, sampleLeaderboard, writeSampleRelease } from "./sample-release.ts";

const temporary = join(tmpdir(), `medhelm-site-${process.pid}`);
beforeAll(() => mkdirSync(temporary, { recursive: true }));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));
const folder = (name: string) => join(temporary, name);

const refusal = async (args: string[]) => {
  const { code, out, err } = await buildSite(args, temporary);
  expect({ code, out, lines: err.trimEnd().split("\n").length }).toEqual({ code: 2, out: "", lines: 1 });
  return err;
};
const writeRelease = (name: string, content: unknown) => {
  mkdirSync(folder(name), { recursive: true });
  writeFileSync(join(folder(name), "leaderboard.json"), JSON.stringify(content));
  return folder(name);
};
const small = () => sampleLeaderboard({ models: 1, benchmarks: 1 });

describe("web/build.ts builds the site of a release", () => {
  const release = folder("release");
  const site = folder("site");
  let result: { code: number | null; out: string; err: string };
  beforeAll(async () => {
    writeSampleRelease(release, { models: 10, benchmarks: 37 });
    result = await buildSite(["--release-dir", "release", "--out", "site", "--base", "/x/"], temporary);
  });

  it("prints one line of JSON on stdout, and its progress on stderr", () => {
    expect(result).toMatchObject({ code: 0 });
    expect(result.out.trimEnd().split("\n")).toHaveLength(1);
    expect(JSON.parse(result.out)).toMatchObject({ out: site, base: "/x/", name: "sample-1", chunks: 27 });
  });

  it("keeps the leaderboard of 10 models and 37 benchmarks under 50 kB compressed, including styles and scripts", () => {
    const loaded = ["index.html"];
    for (const file of loaded) {
      const text = readFileSync(join(site, file), "utf8");
      const named = readdirSync(join(site, "_astro")).map((name) => `_astro/${name}`);
      loaded.push(...named.filter((name) => !loaded.includes(name) && text.includes(name.slice("_astro/".length))));
    }
    expect(loaded.filter((name) => name.endsWith(".css") || name.endsWith(".woff2"))).toHaveLength(2);
    const bytes = loaded.map((file) => gzipSync(readFileSync(join(site, file))).length);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(50_000);
  });

  it("copies the chunks of public runs, and no other text", () => {
    expect(readdirSync(join(site, "data"))).toHaveLength(9);
    expect(readdirSync(join(site, "data", "main_sample_bench_0,model=sample_1")).toSorted()).toEqual([
      "0.json",
      "1.json",
      "2.json",
      "index.json",
    ]);
  });

  it("has no model text, no style attribute and no inline script in its pages", () => {
    const pages = readdirSync(site, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".html"));
    expect(pages.length).toBeGreaterThan(300);
    for (const page of pages) {
      const html = readFileSync(join(site, page), "utf8");
      for (const text of HOSTILE) expect(html).not.toContain(text);
      expect(html).not.toMatch(/ style=|<style|<script(?![^>]* src=)/);
      expect(html).toContain('http-equiv="content-security-policy"');
      expect(html).not.toContain("unsafe-inline");
    }
  });

  it("writes each table as CSV with the counts after each value, and an empty field for a missing run", () => {
    const lines = readFileSync(join(site, "tables", "sample_bench_3.csv"), "utf8")
      .trimEnd()
      .split("\n");
    expect(lines[0]).toBe(
      "model,deployment,profile,mean_win_rate,win_rate_columns,sample_bench_3:exact_match,sample_bench_3:exact_match:instances,sample_bench_3:exact_match:n,sample_bench_3:exact_match:failed,sample_bench_3:exact_match:verdicts_scored,sample_bench_3:exact_match:verdicts_asked,prompts",
    );
    expect(lines[2]).toBe("sample/model-1,sample/model-1,helm,0.41,1,,0,,0,0,0,unknown");
    expect(lines[3]).toBe("sample/model-2,sample/model-2,helm,0.82,1,0.33,10,,0,0,0,unknown");
  });

  it("replaces an older build", async () => {
    writeFileSync(join(site, "old.html"), "");
    writeRelease("release", small());
    const again = await buildSite(["--release-dir", release, "--out", site, "--no-data"]);
    expect(again).toMatchObject({ code: 0 });
    expect(existsSync(join(site, "old.html"))).toBe(false);
    expect(existsSync(join(site, "data"))).toBe(false);
    expect(readdirSync(temporary).toSorted()).toEqual(["release", "site"]);
  });
});

const rendered = ({ out }: { out: string }) => Number(/"rendered":(\d+)/.exec(out)?.[1]);

/** The files of a site without its documentation, each with its hash. */
const files = (name: string) =>
  readdirSync(folder(name), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.[a-z]+$/.test(path) && !path.startsWith("docs") && !path.endsWith(".gz"))
    .toSorted()
    .map(
      (path) =>
        `${path} ${createHash("sha256")
          .update(readFileSync(join(folder(name), path)))
          .digest("hex")}`,
    );

describe("web/build.ts builds a release again after one benchmark has changed", () => {
  let [first, again] = [0, 0];
  beforeAll(async () => {
    const { runs, ...rest } = sampleLeaderboard({ models: 5, benchmarks: 24 });
    const release = { ...rest, runs: runs.map((run) => ({ ...run, hasPages: false })) };
    writeRelease("edition", release);
    await buildSite(["--release-dir", "edition", "--out", "changed"], temporary);
    writeRelease("edition", {
      ...release,
      name: "sample-2",
      runs: release.runs.map((run) => (run.benchmark === "sample_bench_7" ? { ...run, mainValue: 0.123 } : run)),
    });
    again = rendered(await buildSite(["--release-dir", "edition", "--out", "changed"], temporary));
    first = rendered(await buildSite(["--release-dir", "edition", "--out", "fresh"], temporary));
  });

  it("renders fewer than half of the files", () => {
    expect(again).toBeGreaterThan(0);
    expect(again).toBeLessThan(first / 2);
  });

  it("has the same files as a build into a new folder", () => {
    expect(files("changed")).toEqual(files("fresh"));
  });
});

describe("web/build.ts refuses with one line and exit code 2, and leaves no files behind", () => {
  it.each<[string, () => string[], RegExp]>([
    ["without --release-dir", () => ["--out", "x"], /--release-dir is missing/],
    ["an unknown option", () => ["--out", "x", "--fast"], /--fast/],
    ["a base with a host", () => ["--release-dir", ".", "--out", "x", "--base", "http://a/"], /--base/],
    [
      "a folder without leaderboard.json",
      () => ["--release-dir", "nowhere", "--out", "x"],
      /leaderboard\.json cannot be read/,
    ],
    [
      "another format version",
      () => ["--release-dir", writeRelease("v2", { ...small(), formatVersion: 2 }), "--out", "x"],
      /formatVersion 2, but this version of MedHELM reads 1/,
    ],
    [
      "an invalid field, which the message names",
      () => ["--release-dir", writeRelease("damaged", { ...small(), suites: "main" }), "--out", "x"],
      /invalid at suites/,
    ],
    [
      "a slug that leaves its folder",
      () => {
        const { runs, ...rest } = small();
        return [
          "--release-dir",
          writeRelease("slug", { ...rest, runs: runs.map((run) => ({ ...run, slug: "../x" })) }),
          "--out",
          "x",
        ];
      },
      /slug "\.\.\/x"/,
    ],
    ["missing pages", () => ["--release-dir", writeRelease("nopages", small()), "--out", "x"], /index\.json/],
    [
      "pages of a run that is not public",
      () => {
        const { runs, ...rest } = small();
        const gated = runs.map((run) => ({ ...run, access: "gated" }));
        return ["--release-dir", writeRelease("gated", { ...rest, runs: gated }), "--out", "x"];
      },
      /may not be published/,
    ],
  ])("%s", async (_, args, sentence) => {
    expect(await refusal(args())).toMatch(sentence);
    expect(existsSync(folder("x"))).toBe(false);
  });

  it("an --out with other files, and keeps these files", async () => {
    mkdirSync(folder("mine"));
    writeFileSync(join(folder("mine"), "thesis.txt"), "draft");
    const release = writeRelease("fine", small());
    expect(await refusal(["--release-dir", release, "--out", "mine"])).toMatch(/holds no MedHELM site/);
    expect(readdirSync(folder("mine"))).toEqual(["thesis.txt"]);
  });
});
