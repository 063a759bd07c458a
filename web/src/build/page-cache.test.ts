import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Leaderboard } from "@medhelm/core/release/leaderboard/leaderboard";
import { smallLeaderboard } from "@medhelm/testing/fixtures/small-leaderboard";
import { expect, it, onTestFinished } from "vitest";
import { recordedLeaderboard, stampOf } from "../release/page-reads.ts";
import { openPageCache } from "./page-cache.ts";

const RELEASE: Leaderboard = smallLeaderboard({ scores: { a: [0.5] }, benchmarks: { q: {} } });
const TITLED: Leaderboard = { ...RELEASE, groups: RELEASE.groups.map((group) => ({ ...group, description: "new" })) };

/** Two pages, of the notices and of the groups, each with the name of the release. */
const PAGES: Readonly<Record<string, (release: Leaderboard) => string>> = {
  "notices.html": (release) => `${stampOf(release).name}: ${release.notices.join(" ")}`,
  "groups.html": (release) =>
    `${stampOf(release).name}: ${release.groups.map(({ description }) => description).join(" ")}`,
};

/** A folder in which each call builds the two pages again. The result: the files that were rendered. */
function builder() {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-cache-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const out = join(folder, "out");
  mkdirSync(out);
  const build = async (leaderboard: Leaderboard, code = "code"): Promise<string[]> => {
    writeFileSync(join(folder, "leaderboard.json"), JSON.stringify(leaderboard));
    const releases = join(folder, "leaderboard.json");
    const cache = await openPageCache({ out, releaseDir: folder, leaderboard, releases, options: "" });
    cache.start(code);
    const rendered: string[] = [];
    const recorded = recordedLeaderboard(leaderboard);
    for (const [file, page] of Object.entries(PAGES)) {
      const body = await cache.bodyOf(file, async () => {
        rendered.push(file);
        return Buffer.from(page(recorded));
      });
      mkdirSync(dirname(join(out, file)), { recursive: true });
      writeFileSync(join(out, file), body);
    }
    await cache.finish(out);
    return rendered;
  };
  const page = (file: string) => readFileSync(join(out, file), "utf8");
  return { build, page, spoil: (file: string) => writeFileSync(join(out, file), "other") };
}

it("a second build of an equal release renders nothing", async () => {
  const { build } = builder();
  await build(RELEASE);
  expect(await build(RELEASE)).toEqual([]);
});

it("a changed field renders the pages that read it, and no other page", async () => {
  const { build, page } = builder();
  await build(RELEASE);
  expect(await build(TITLED)).toEqual(["groups.html"]);
  expect(page("groups.html")).toContain("new");
});

it("a release with another name renders nothing, and its name is on every page", async () => {
  const { build, page } = builder();
  await build(RELEASE);
  expect(await build({ ...RELEASE, name: "long-new-name", notices: RELEASE.notices })).toEqual([]);
  expect(page("notices.html")).toMatch(/^long-new-name: /);
  expect(await build({ ...RELEASE, name: "n" })).toEqual([]);
  expect(page("notices.html")).toMatch(/^n: /);
});

it("other code renders all pages", async () => {
  const { build } = builder();
  await build(RELEASE);
  expect(await build(RELEASE, "other code")).toEqual(["notices.html", "groups.html"]);
});

it("a page that somebody has changed is rendered again", async () => {
  const { build, spoil, page } = builder();
  await build(RELEASE);
  spoil("groups.html");
  expect(await build(RELEASE)).toEqual(["groups.html"]);
  expect(page("groups.html")).not.toBe("other");
});
