import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { smallLeaderboard } from "@medhelm/testing/fixtures/small-leaderboard";
import type { ListedRelease } from "@medhelm/core/release/release-list";
import { expect, onTestFinished, test } from "vitest";
import { announceRelease, otherReleases, previousLeaderboard } from "./other-releases.ts";

const line = (name: string, date: string): ListedRelease => ({
  name,
  base: `/r/${name}/`,
  date,
  models: 1,
  benchmarks: 1,
  sha256: "00",
});

/** A folder with a site of each given line. */
function folderOf(lines: readonly ListedRelease[]): string {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-sites-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const listed of lines) {
    mkdirSync(join(folder, listed.name));
    const { name, base, date } = listed;
    writeFileSync(
      join(folder, name, "medhelm-site.json"),
      JSON.stringify({ formatVersion: 1, name, base, date, listed }),
    );
    const leaderboard = smallLeaderboard({ scores: { a: [1] }, benchmarks: { quiz: {} }, release: { name, date } });
    writeFileSync(join(folder, name, "leaderboard.json"), JSON.stringify(leaderboard));
  }
  return folder;
}
const names = (found: readonly { readonly line: ListedRelease }[]) => found.map(({ line: { name } }) => name);

test("the sites in the parent folder and those of the service are found, the newest first", async () => {
  const folder = folderOf([line("r1", "2026-01-01"), line("r2", "2026-02-01")]);
  mkdirSync(join(folder, "photos"));
  mkdirSync(join(folder, "damaged"));
  writeFileSync(join(folder, "damaged", "medhelm-site.json"), "{");
  const known = [line("r0", "2025-12-01"), line("r1", "2026-01-01")];
  expect(names(await otherReleases(join(folder, "r3"), "/r/r3/", known))).toEqual(["r2", "r1", "r0"]);
  expect(await otherReleases(join(folder, "nowhere", "r4"), "/")).toEqual([]);
});

test("the site that is built again, and one with the same base, are not among the others", async () => {
  const folder = folderOf([line("r1", "2026-01-01"), { ...line("copy", "2026-01-01"), base: "/r/r2/" }]);
  expect(names(await otherReleases(join(folder, "r1"), "/r/r2/"))).toEqual([]);
});

test("a site that an earlier version built is counted from its leaderboard", async () => {
  const folder = folderOf([line("r1", "2026-01-01")]);
  writeFileSync(join(folder, "r1", "medhelm-site.json"), '{"formatVersion":1,"name":"r1","base":"/r/r1/"}');
  const [found] = await otherReleases(join(folder, "r2"), "/r/r2/");
  expect(found?.line).toMatchObject({ name: "r1", base: "/r/r1/", date: "2026-01-01", models: 1, benchmarks: 1 });
});

test("the release before this one is the newest that is older", async () => {
  const folder = folderOf([line("r1", "2026-01-01"), line("r2", "2026-02-01"), line("r4", "2026-04-01")]);
  const own = smallLeaderboard({ scores: {}, benchmarks: {}, release: { name: "r3", date: "2026-03-01" } });
  const previous = await previousLeaderboard(own, await otherReleases(join(folder, "r3"), "/r/r3/"), undefined);
  expect(previous?.name).toBe("r2");
});

test("the sites of the other releases get a list with the new one, and no other file there changes", async () => {
  const folder = folderOf([line("r1", "2026-01-01")]);
  const marker = readFileSync(join(folder, "r1/medhelm-site.json"), "utf8");
  await announceRelease(line("r2", "2026-02-01"), await otherReleases(join(folder, "r2"), "/r/r2/"));
  const { releases } = JSON.parse(readFileSync(join(folder, "r1/releases.json"), "utf8"));
  expect(releases.map(({ name }: ListedRelease) => name)).toEqual(["r2", "r1"]);
  expect(readFileSync(join(folder, "r1/medhelm-site.json"), "utf8")).toBe(marker);
});
