import { columnsAt } from "@medhelm/core/release/leaderboard/columns-at";
import type { Leaderboard, LeaderboardRun, Table } from "@medhelm/core/release/leaderboard/leaderboard";
import { withPointEstimates } from "@medhelm/core/release/statistics/point-estimates";
import { otherThan, profileNames } from "@medhelm/core/release/profile-names";
import { rootTable } from "@medhelm/core/release/leaderboard/root-table";
import { type Site, siteOf } from "../release/site.ts";
import { slugs } from "../release/slug.ts";
import { taskOf } from "./tasks.ts";

type Cell = Table["rows"][number]["cells"][number];

/** A ranking of the release or of a group under its other profile, or by the runs of one suite. Its page has no ranks, because the release does not test them. */
export interface OtherView {
  /** the folder of its page, e.g. "profiles/helm" */
  readonly path: string;
  /** absent: the whole release */
  readonly group?: string;
  /** the name of the choice that it belongs to */
  readonly choice: "Scores" | "Suite";
  readonly label: string;
  /** the end of a sentence */
  readonly phrase: string;
  /** why its numbers have no ranks */
  readonly note: string;
  /** the leaderboard with this one table */
  readonly leaderboard: Leaderboard;
}

/** The other views of a release: its other profile if all values have one under it, and its suites if there are several. */
export function otherViews(leaderboard: Leaderboard): OtherView[] {
  const root = rootTable(leaderboard);
  return root === undefined ? [] : viewsOf(leaderboard, root);
}

/** The other views of each category and subcategory, under the same conditions. */
export function groupViews(site: Site): OtherView[] {
  const { leaderboard, categories, subcategories, table, groupSlug } = site;
  return [...categories, ...subcategories].flatMap((group) => {
    const own = group.name === leaderboard.rootGroup ? undefined : table(group.name);
    return own === undefined
      ? []
      : viewsOf(leaderboard, own).map((view) => ({
          ...view,
          group: group.name,
          path: `groups/${groupSlug(group.name)}/${view.path}`,
          phrase: `${taskOf(group).phrase} ${view.phrase}`,
        }));
  });
}

/** The choices on the page of a group: its other views have the addresses of the same group. */
export const groupChoices = (site: Site, group: string): ReturnType<typeof viewChoices> =>
  choicesOf(
    site,
    groupViews(site).filter((view) => view.group === group),
    site.link.group(group) ?? site.base,
  );

/** The choices of a reader, in groups: the profile and the suite of the release itself, and the other views. */
export const viewChoices = (site: Site): { readonly name: string; readonly choices: readonly ViewChoice[] }[] =>
  choicesOf(site, otherViews(site.leaderboard), site.base);

function choicesOf({ leaderboard, base }: Site, views: readonly OtherView[], ownHref: string) {
  const own = { Scores: capital(profileNames[leaderboard.profile]), Suite: "All suites" };
  return (["Scores", "Suite"] as const).flatMap((name) => {
    const others = views
      .filter((view) => view.choice === name)
      .map(({ path, label }) => ({ path, label, href: `${base}${path}/` }));
    return others.length === 0 ? [] : [{ name, choices: [{ path: "", label: own[name], href: ownHref }, ...others] }];
  });
}

interface ViewChoice {
  /** "": the release itself */
  readonly path: string;
  readonly label: string;
  readonly href: string;
}

/** The site of a view, whose pages have the addresses of the release. */
export const viewSite = (site: Site, { leaderboard }: OtherView): Site => siteOf(leaderboard, site.base);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const viewsOf = (leaderboard: Leaderboard, table: Table): OtherView[] => [
  ...profileView(leaderboard, table),
  ...suiteViews(leaderboard, table),
];

function profileView(leaderboard: Leaderboard, root: Table): OtherView[] {
  const values = root.rows.flatMap(({ cells }) => cells.filter(({ value }) => value !== null));
  if (values.length === 0 || values.some(({ otherProfile }) => otherProfile === undefined)) return [];
  const profile = otherThan(leaderboard.profile);
  return [
    {
      path: `profiles/${profile}`,
      choice: "Scores",
      label: capital(profileNames[profile]),
      phrase: `under ${profileNames[profile]}`,
      note: `Ranks and intervals are those of ${profileNames[leaderboard.profile]}, which the release is made with. These are the same answers under ${profileNames[profile]}, without a test of what is chance.`,
      leaderboard: viewOf({ ...leaderboard, profile }, root, underOther),
    },
  ];
}

/** The interval and the bounds are those of the release's own profile. */
const underOther = ({ interval: _interval, bounds: _bounds, otherProfile, ...cell }: Cell): Cell => ({
  ...cell,
  value: cell.value === null ? null : (otherProfile ?? null),
});

/** The suites with runs in a table, if there are several. */
function suiteViews(leaderboard: Leaderboard, root: Table): OtherView[] {
  const runs = new Map(leaderboard.runs.map((run) => [run.slug, run]));
  const used = new Set(
    root.rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.runs.map((slug) => runs.get(slug)?.suite))),
  );
  const suites = leaderboard.suites.filter((suite) => used.has(suite));
  if (suites.length < 2) return [];
  const paths = slugs(leaderboard.suites);
  return suites.map((suite) => {
    const cellOf = (cell: Cell): Cell => {
      const own = cell.runs.flatMap((slug) => runs.get(slug) ?? []).filter((run) => run.suite === suite);
      return own.length === cell.runs.length ? cell : cellOfRuns(own);
    };
    return {
      path: `suites/${paths.get(suite) ?? suite}`,
      choice: "Suite",
      label: suite,
      phrase: `by the runs of suite ${suite}`,
      note: `Ranks are those of all suites. These are the scores of the runs of suite ${suite}, without a test of what is chance.`,
      leaderboard: viewOf({ ...leaderboard, suites: [suite] }, root, cellOf),
    };
  });
}

/** HELM: the value of several runs is the unweighted mean of their means. */
function cellOfRuns(own: readonly LeaderboardRun[]): Cell {
  const values = own.flatMap(({ mainValue }) => mainValue ?? []);
  const scored = own.flatMap((run) => run.scored ?? []);
  return {
    value: values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length,
    instances: own.reduce((sum, { instances }) => sum + instances, 0),
    ...(scored.length < own.length || own.length === 0
      ? {}
      : { scored: scored.reduce((sum, count) => sum + count, 0) }),
    runs: own.map(({ slug }) => slug),
  };
}

/** The leaderboard with the root table of these cells alone, its averages and its win rates. Rows and columns without a run are left out. */
function viewOf(leaderboard: Leaderboard, root: Table, cellOf: (cell: Cell) => Cell): Leaderboard {
  const all = root.rows.map(({ model, modelDeployment, wording, cells, costs }) => {
    const shown = cells.map(cellOf);
    const isWhole = shown.every((cell, i) => cell.runs.length === cells[i]?.runs.length);
    return {
      model,
      modelDeployment,
      ...(wording === undefined ? {} : { wording }),
      ...(costs === undefined || !isWhole ? {} : { costs }),
      cells: shown,
    };
  });
  const rows = all.filter(({ cells }) => cells.some(({ runs }) => runs.length > 0));
  const places = [...root.columns.keys()].filter((place) =>
    rows.some(({ cells }) => (cells[place]?.runs.length ?? 0) > 0),
  );
  const table = {
    group: root.group,
    title: root.title,
    description: root.description,
    ...(root.wordings === undefined ? {} : { wordings: root.wordings }),
    ...columnsAt({ columns: root.columns, rows }, places),
  };
  return withPointEstimates({ ...leaderboard, tables: [table] });
}
