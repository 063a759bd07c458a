import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { Leaderboard } from "@medhelm/core/release/leaderboard/leaderboard";
import { byDate, ListedRelease, listedRelease, ReleaseList } from "@medhelm/core/release/release-list";
import { z } from "zod";
import { compressFile } from "./compress-site.ts";
import { MARKER } from "./place-site.ts";

/** The marker of a site; one of an earlier version has no `listed`. */
const Marker = z.object({ base: z.string(), listed: ListedRelease.exactOptional() });

/** Another release on the same server, and the folder of its site if that is in the same parent folder. */
interface OtherRelease {
  readonly line: ListedRelease;
  readonly folder?: string;
}

/** Finds the releases that the same server shows: the sites in the parent folder of `out`, and those that the service knows. A site with the same base is replaced. */
export async function otherReleases(
  out: string,
  base: string,
  known: readonly ListedRelease[] = [],
): Promise<OtherRelease[]> {
  const parent = dirname(resolve(out));
  const names = await readdir(parent).catch((): string[] => []);
  const sites = await Promise.all(
    names.filter((name) => name !== basename(out)).map((name) => siteIn(join(parent, name))),
  );
  const found = [...sites.flatMap((site) => site ?? []), ...known.map((line) => ({ line }))];
  const byBase = new Map(found.toReversed().map((one) => [one.line.base, one]));
  byBase.delete(base);
  return [...byBase.values()].toSorted((a, b) => byDate(a.line, b.line));
}

/** Undefined for a folder without a site. */
async function siteIn(folder: string): Promise<OtherRelease | undefined> {
  const marker = Marker.safeParse(await jsonIn(join(folder, MARKER))).data;
  if (marker === undefined) return undefined;
  if (marker.listed !== undefined) return { line: marker.listed, folder };
  const path = join(folder, "leaderboard.json");
  const leaderboard = Leaderboard.safeParse(await jsonIn(path)).data;
  if (leaderboard === undefined) return undefined;
  const line = listedRelease(leaderboard, { base: marker.base, sha256: await sha256Of(path), previous: undefined });
  return { line, folder };
}

/** The leaderboard of the newest release before `own`, from its site or from the file that the service gives. */
export async function previousLeaderboard(
  own: Leaderboard,
  others: readonly OtherRelease[],
  given: string | undefined,
): Promise<Leaderboard | undefined> {
  const before = others.find(({ line }) => byDate(line, own) > 0);
  const path = before?.folder === undefined ? given : join(before.folder, "leaderboard.json");
  return path === undefined ? undefined : Leaderboard.safeParse(await jsonIn(path)).data;
}

export async function sha256Of(path: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(path))
    .digest("hex");
}

/** Reads the list that the service gives. Empty for a file that is absent or damaged. */
export const readReleaseList = async (path: string | undefined): Promise<readonly ListedRelease[]> =>
  path === undefined ? [] : (ReleaseList.safeParse(await jsonIn(path)).data?.releases ?? []);

/** Writes releases.json into the sites of the other releases, whose Releases pages then show the new one. No other file there changes. */
export async function announceRelease(own: ListedRelease, others: readonly OtherRelease[]): Promise<void> {
  const list = releaseList(own, others);
  for (const { folder } of others) {
    if (folder === undefined) continue;
    const path = join(folder, "releases.json");
    await writeFile(path, list);
    await compressFile(path);
  }
}

/** The text of releases.json. */
export const releaseList = (own: ListedRelease, others: readonly OtherRelease[]): string =>
  JSON.stringify({
    formatVersion: 1,
    releases: [own, ...others.map(({ line }) => line)].toSorted(byDate),
  } satisfies ReleaseList);

async function jsonIn(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch {
    return undefined;
  }
}
