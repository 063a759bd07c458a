import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { type Excerpt, Excerpts } from "@medhelm/core/release/pages/excerpts";
import type { LeaderboardRun } from "@medhelm/core/release/leaderboard/leaderboard";
import { RunList } from "@medhelm/core/release/runs/run-list";
import { noteRead } from "./page-reads.ts";
import { releaseDir } from "./site.ts";

/**
 * The excerpts of a public run's instances, by id. Other runs never have any, because a page of the site would contain them.
 * They lie in the release, or in the sealed generation in the object tree that contains it. Older runs have none.
 */
export function excerptsOf(from: string, run: LeaderboardRun): Map<string, Excerpt> {
  const file = excerptsFile(from, run);
  if (file === undefined) return new Map();
  const { metric, instances } = Excerpts.parse(JSON.parse(readFileSync(file, "utf8")));
  return new Map(metric === run.mainMetric ? instances.map((one) => [one.id, one]) : []);
}

function excerptsFile(from: string, { slug, access, hasPages, pages }: LeaderboardRun): string | undefined {
  if (access !== "public" || !hasPages) return undefined;
  const places = [
    join(from, "pages", slug, "worst.json"),
    ...(pages === undefined ? [] : [join(from, "..", "..", pages.folder, "worst.json")]),
  ];
  for (const place of places) noteFile(from, place);
  return places.find((place) => existsSync(place));
}

const noteFile = (from: string, path: string): void => noteRead(`file/${relative(from, path).split(sep).join("/")}`);

/** The same for the release of this build. */
export const runExcerpts = (run: LeaderboardRun) => excerptsOf(releaseDir(), run);

/** Whether the run's files are known to include the list of its instances, which is as old as the excerpts. */
export const isListed = (run: LeaderboardRun): boolean => excerptsFile(releaseDir(), run) !== undefined;

/** The number of files with the chunks of a run's instances; undefined if this build does not have the list of the run. */
export function idsFiles(run: LeaderboardRun): number | undefined {
  const file = excerptsFile(releaseDir(), run);
  const list = file === undefined ? undefined : join(dirname(file), "list.json");
  if (list === undefined) return undefined;
  noteFile(releaseDir(), list);
  if (!existsSync(list)) return undefined;
  const { ids, metric } = RunList.parse(JSON.parse(readFileSync(list, "utf8")));
  return metric === run.mainMetric && ids > 0 ? ids : undefined;
}
