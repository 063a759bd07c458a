import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Leaderboard, type LeaderboardRun, type Table } from "@medhelm/core/release/leaderboard/leaderboard";
import { PageIndex } from "@medhelm/core/release/pages/page";
import { noteRead, recordedLeaderboard, sharedByPages } from "./page-reads.ts";
import { withShownNames } from "./shown-names.ts";
import { slugs } from "./slug.ts";

export type Group = Leaderboard["groups"][number];
type Model = Leaderboard["models"][number];

/** The release of this build, with the look-ups and addresses that the pages need. */
export interface Site {
  readonly leaderboard: Leaderboard;
  /** begins and ends with "/" */
  readonly base: string;
  readonly root: Group | undefined;
  /** groups of benchmarks without the root, in the order of the schema */
  readonly categories: readonly Group[];
  /** the other groups of benchmarks: an earlier category has all their benchmarks */
  readonly subcategories: readonly Group[];
  readonly benchmarks: readonly Group[];
  readonly group: (name: string) => Group | undefined;
  readonly table: (group: string) => Table | undefined;
  readonly run: (slug: string) => LeaderboardRun | undefined;
  /** the runs of a benchmark */
  readonly runsOf: (benchmark: string) => readonly LeaderboardRun[];
  /** the category of a benchmark */
  readonly categoryOf: (benchmark: string) => Group | undefined;
  readonly modelName: (model: string) => string;
  readonly isBaseline: (model: string) => boolean;
  readonly groupSlug: (name: string) => string;
  readonly modelSlug: (name: string) => string;
  readonly link: {
    readonly home: string;
    /** the page in src/pages/<name>/index.astro */
    readonly page: (name: string) => string;
    /** undefined for a name that has no page */
    readonly group: (name: string) => string | undefined;
    readonly model: (name: string) => string | undefined;
    readonly run: (slug: string) => string;
    readonly table: (group: string, format: "csv" | "json") => string;
    /** the address of a file with instances of a run; an empty `file`: the folder */
    readonly data: (run: LeaderboardRun, file: string) => string;
    /** the intervals and counts behind a group's table */
    readonly cells: (group: string) => string;
    readonly file: (name: string) => string;
  };
}

export function siteOf(leaderboard: Leaderboard, baseUrl: string): Site {
  const base = baseUrl.replace(/\/?$/, "/");
  const groups = new Map(leaderboard.groups.map((group) => [group.name, group]));
  const tables = new Map(leaderboard.tables.map((table) => [table.group, table]));
  const models = new Map(leaderboard.models.map((model) => [model.name, model]));
  const runs = new Map(leaderboard.runs.map((run) => [run.slug, run]));
  const runsOf = Map.groupBy(leaderboard.runs, ({ benchmark }) => benchmark);
  const groupSlugs = slugs([...groups.keys(), ...tables.keys()]);
  const modelSlugs = slugs(models.keys());
  const { rootGroup } = leaderboard;
  const holders = leaderboard.groups.filter(({ name, subgroups }) => name !== rootGroup && subgroups.length > 0);
  const categories = holders.filter((group, index) => !holders.slice(0, index).some((other) => contains(other, group)));
  const groupSlug = (name: string) => groupSlugs.get(name) ?? "_";
  return {
    leaderboard,
    base,
    root: groups.get(rootGroup),
    categories,
    subcategories: holders.filter((group) => !categories.includes(group)),
    benchmarks: leaderboard.groups.filter(({ subgroups }) => subgroups.length === 0),
    group: (name) => groups.get(name),
    table: (group) => tables.get(group),
    run: (slug) => runs.get(slug),
    runsOf: (benchmark) => runsOf.get(benchmark) ?? [],
    categoryOf: (benchmark) => categories.find(({ subgroups }) => subgroups.includes(benchmark)),
    modelName: (model) => nameOf(models.get(model)) || model,
    isBaseline: (model) => models.get(model)?.isBaseline === true,
    groupSlug,
    modelSlug: (name) => modelSlugs.get(name) ?? "_",
    link: {
      home: base,
      page: (name) => `${base}${name}/`,
      group: (name) => {
        const group = groups.get(name);
        if (group === undefined) return undefined;
        // In a release of a single benchmark the root is that benchmark, and its own page shows more than the front page.
        if (name === rootGroup && group.subgroups.length > 0) return base;
        return `${base}${group.subgroups.length > 0 ? "groups" : "benchmarks"}/${groupSlug(name)}/`;
      },
      model: (name) => (models.has(name) ? `${base}models/${modelSlugs.get(name)}/` : undefined),
      run: (slug) => `${base}runs/${encodeURIComponent(slug)}/`,
      table: (group, format) => `${base}tables/${groupSlug(group)}.${format}`,
      cells: (group) => `${base}cells/${groupSlug(group)}.json`,
      data: (run, file) => `${dataFolder(run, base)}${file}`,
      file: (name) => `${base}${name}`,
    },
  };
}

/** A page tags each baseline, so its name does not say the same. */
const nameOf = (model: Model | undefined): string =>
  (model?.isBaseline === true ? model.displayName.replace(/ \(not a language model\)$/, "") : model?.displayName) ?? "";

export const contains = (group: Group, other: Group): boolean =>
  other.subgroups.every((name) => group.subgroups.includes(name));

/** The folder of the release of this build. */
export const releaseDir = (): string => {
  const dir = process.env["MEDHELM_RELEASE_DIR"];
  if (dir === undefined)
    throw new Error(
      "MEDHELM_RELEASE_DIR is not set. Build the site with: node web/build.ts --release-dir DIR --out DIR",
    );
  return dir;
};

let loaded: Site | undefined;
let sha256: string | undefined;

/** The SHA-256 of leaderboard.json, in hexadecimal. */
export const leaderboardSha256 = (): string => {
  noteRead("whole");
  return (sha256 ??= createHash("sha256")
    .update(readFileSync(join(releaseDir(), "leaderboard.json")))
    .digest("hex"));
};

/** The release of this build. web/build.ts checks it and passes its folder in MEDHELM_RELEASE_DIR. */
export function site(): Site {
  loaded ??= sharedByPages(() =>
    siteOf(
      recordedLeaderboard(
        withShownNames(Leaderboard.parse(JSON.parse(readFileSync(join(releaseDir(), "leaderboard.json"), "utf8")))),
      ),
      import.meta.env.BASE_URL,
    ),
  );
  return loaded;
}

/** The service provides the pages of a sealed generation at the address of its key. Its site has only other pages. */
function dataFolder({ slug, pages }: LeaderboardRun, base: string): string {
  const isServed = pages !== undefined && process.env["MEDHELM_SITE_SERVED"] === "1";
  return isServed
    ? `/${pages.folder.split("/").map(encodeURIComponent).join("/")}`
    : `${base}data/${encodeURIComponent(slug)}/`;
}

/** A run of 1,000,000 instances has 15,000 chunks, and the size of the site must not grow with them. index.json lists all. */
const MAX_LINKS = 20;

/**
 * The numbers of a run's first chunks, for links that work without scripts. Empty if a server provides the chunks of a run that is in no sealed
 * generation (--no-data).
 */
export function chunkPages({ slug, pages }: Pick<LeaderboardRun, "slug" | "pages">): number[] {
  if (pages !== undefined) return Array.from({ length: Math.min(pages.count, MAX_LINKS) }, (_, index) => index + 1);
  if (process.env["MEDHELM_SITE_DATA"] === "0") return [];
  noteRead(`file/pages/${slug}/index.json`);
  const index = PageIndex.parse(JSON.parse(readFileSync(join(releaseDir(), "pages", slug, "index.json"), "utf8")));
  return index.pages.slice(0, MAX_LINKS).map(({ page }) => page);
}
