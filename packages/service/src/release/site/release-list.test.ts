import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ListedRelease, ReleaseList } from "@medhelm/core/release/release-list";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, onTestFinished, test } from "vitest";
import { listRelease, unlistRelease, writeKnownReleases } from "./release-list.ts";

const line = (name: string, date: string): ListedRelease => ({
  name,
  base: `/r/${name}/`,
  date,
  models: 1,
  benchmarks: 1,
  sha256: "00",
});

/** A folder with the marker of a built site, which is also a folder of a release. */
function folderOf(listed: ListedRelease): string {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-list-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "medhelm-site.json"), JSON.stringify({ formatVersion: 1, listed }));
  writeFileSync(join(folder, "leaderboard.json"), JSON.stringify({ name: listed.name, date: listed.date }));
  return folder;
}

test("a published release is listed once, the newest first, until it is withdrawn", async () => {
  const objects = memoryStore();
  const names = async () =>
    (await getJson(objects, keys.siteReleases(), ReleaseList))?.releases.map(({ name }) => name);
  const [older, newer] = [folderOf(line("r1", "2026-01-01")), folderOf(line("r2", "2026-02-01"))];
  for (const site of [newer, older, older]) await listRelease(objects, site);
  expect(await names()).toEqual(["r2", "r1"]);
  await unlistRelease(objects, "r2");
  expect(await names()).toEqual(["r1"]);
});

test("the build of a site gets the list and the leaderboard of the release before it", async () => {
  const objects = memoryStore();
  await listRelease(objects, folderOf(line("r1", "2026-01-01")));
  await listRelease(objects, folderOf(line("r3", "2026-03-01")));
  await objects.put(keys.releaseFile("r1", "leaderboard.json"), "the first");
  const folder = folderOf(line("r2", "2026-02-01"));
  const { releases = "", previous = "" } = await writeKnownReleases(objects, folder, folder);
  expect(readFileSync(previous, "utf8")).toBe("the first");
  expect(JSON.parse(readFileSync(releases, "utf8")).releases).toHaveLength(2);
});

test("the first site of a service has no other release", async () => {
  const folder = folderOf(line("r1", "2026-01-01"));
  expect(await writeKnownReleases(memoryStore(), folder, folder)).toEqual({});
});
