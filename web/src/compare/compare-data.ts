import type { Cell, LeaderboardRun, Table } from "@medhelm/core/release/leaderboard/leaderboard";
import { partOf } from "@medhelm/core/release/statistics/column-scores";
import { averageOf, intervalOf } from "@medhelm/core/release/exports/shown-statistics";
import type { Site } from "../release/site.ts";
import { comparedRowOf, comparedRows } from "./row-ids.ts";

/** A run behind a cell. */
export interface ComparedRun {
  /** the run's name without its model: runs with one part are compared */
  readonly part: string;
  readonly href: string;
  /** the folder of its instances; absent: they are not public */
  readonly folder?: string;
  readonly instances: number;
}

export interface ComparedCell {
  readonly value: number;
  readonly low?: number;
  readonly high?: number;
  readonly n?: number;
  readonly runs: readonly ComparedRun[];
}

export interface ComparedColumn {
  readonly group: string;
  readonly name: string;
  readonly category: string;
  readonly href?: string;
  readonly metric: string;
  readonly access?: string;
  readonly lowerIsBetter: boolean;
  /** absent: the metric has no bounds, so that its differences have no common scale with others */
  readonly range?: { readonly min: number; readonly max: number };
  readonly hasFaults?: true;
}

/** compare/data.json: the first table of the release, for the page that compares models. */
export interface CompareData {
  readonly formatVersion: 1;
  readonly profile: "helm" | "corrected";
  readonly models: readonly {
    readonly id: string;
    readonly name: string;
    readonly average?: number;
    readonly costUsd?: number;
  }[];
  readonly columns: readonly ComparedColumn[];
  /** a row for each model, a cell for each column; null: no value */
  readonly cells: readonly (readonly (ComparedCell | null)[])[];
}

export function compareData(site: Site): CompareData {
  const { leaderboard, table, run, link, group, categoryOf } = site;
  const root = table(leaderboard.rootGroup);
  const rows = root?.rows ?? [];
  const columns = (root?.columns ?? []).map(
    ({ group: name, groupDisplayName, metric, lowerIsBetter }, place): ComparedColumn => {
      const facts = group(name)?.benchmark;
      const href = link.group(name);
      const range = rows
        .flatMap(({ cells }) => cells[place]?.runs ?? [])
        .map((slug) => run(slug)?.mainRange)
        .find((one) => one !== undefined);
      return {
        group: name,
        name: groupDisplayName,
        category: categoryOf(name)?.displayName ?? "Other benchmarks",
        ...(href === undefined ? {} : { href }),
        metric,
        ...(facts === undefined ? {} : { access: facts.access }),
        lowerIsBetter: lowerIsBetter === true,
        ...(range === undefined ? {} : { range: { min: range.min, max: range.max } }),
        ...((facts?.knownFaults ?? []).length > 0 ? { hasFaults: true } : {}),
      };
    },
  );
  return {
    formatVersion: 1,
    profile: leaderboard.profile,
    models: comparedRows(site).map(({ id, name, row }) => {
      const average = averageOf(rows[row]?.macroAverage);
      const costUsd = rows[row]?.costs?.candidateUsd;
      return { id, name, ...(average === undefined ? {} : { average }), ...(costUsd === undefined ? {} : { costUsd }) };
    }),
    columns,
    cells: rows.map(({ cells }) => cells.map((cell) => comparedCell(site, cell))),
  };
}

function comparedCell({ run, link }: Site, cell: Cell): ComparedCell | null {
  if (cell.value === null) return null;
  const interval = intervalOf(cell);
  const n = cell.scored ?? (cell.instances > 0 ? cell.instances : undefined);
  return {
    value: cell.value,
    ...(interval === undefined ? {} : { low: interval.low, high: interval.high }),
    ...(n === undefined ? {} : { n }),
    runs: cell.runs.flatMap((slug) => {
      const found = run(slug);
      return found === undefined ? [] : [comparedRun(found, link)];
    }),
  };
}

const comparedRun = (run: LeaderboardRun, link: Site["link"]): ComparedRun => ({
  part: partOf(run.run),
  href: link.run(run.slug),
  ...(run.hasPages ? { folder: link.data(run, "") } : {}),
  instances: run.instances,
});

/** The result of the release's tests: the first model is better, worse, or cannot be told apart from the second; a space: not tested. */
export type Finding = "+" | "-" | "=" | " ";

export interface ComparedPair {
  /** over all benchmarks */
  readonly whole: Finding;
  /** one character a column: what the benchmark's own table found */
  readonly columns: string;
  /** paired differences that the release stores: [column, number of questions, difference] */
  readonly stored: readonly (readonly [column: number, n: number, difference: number])[];
}

/** compare/pairs/<id>.json: one model against each other one. */
export interface ComparePairs {
  readonly formatVersion: 1;
  readonly pairs: Readonly<Record<string, ComparedPair>>;
}

type Verdicts = ReadonlyMap<string, Finding>;
const pairKey = (a: string, b: string) => `${a}\n${b}`;

/** The findings of a table for each ordered pair of rows. */
function findingsOf(site: Site, table: Table | undefined): Verdicts {
  const found = new Map<string, Finding>();
  const { inference } = table ?? {};
  if (table === undefined || inference === undefined) return found;
  const compared = comparedRows(site);
  const ids = table.rows.map((row) => comparedRowOf(site, compared, row)?.id ?? "");
  for (const family of inference.families) {
    const answer = [family[inference.headline], family.sameBenchmarks].find(
      (one) => one !== undefined && !("undefinedBecause" in one),
    );
    if (answer === undefined || "undefinedBecause" in answer || answer.adjustedP === undefined) continue;
    const { adjustedP } = answer;
    const isBetter = (a: number, b: number) => (adjustedP[a]?.[b] ?? 1) <= inference.level;
    for (const [a, one] of family.rows.entries())
      for (const [b, other] of family.rows.entries())
        if (a !== b)
          found.set(pairKey(ids[one] ?? "", ids[other] ?? ""), isBetter(a, b) ? "+" : isBetter(b, a) ? "-" : "=");
  }
  return found;
}

/** The files of all models: id -> content. Each file has the pairs of one model, so that a reader loads only those of the chosen models. */
export function comparePairs(site: Site): Map<string, ComparePairs> {
  const root = site.table(site.leaderboard.rootGroup);
  const rows = comparedRows(site);
  const whole = findingsOf(site, root);
  const columns = (root?.columns ?? []).map(({ group }) => findingsOf(site, site.table(group)));
  const stored = new Map<string, [number, number, number][]>();
  const store = (a: number, b: number, entry: [number, number, number]) => {
    const key = pairKey(rows[a]?.id ?? "", rows[b]?.id ?? "");
    const list = stored.get(key) ?? [];
    list.push(entry);
    stored.set(key, list);
  };
  for (const { column, pairs } of root?.exploratory?.columns ?? [])
    for (const {
      rows: [a, b],
      n,
      difference,
    } of pairs) {
      store(a, b, [column, n, rounded(difference)]);
      store(b, a, [column, n, rounded(-difference)]);
    }
  return new Map(
    rows.map(({ id }) => {
      const others = rows.flatMap((other): [string, ComparedPair][] => {
        const key = pairKey(id, other.id);
        if (other.id === id) return [];
        const pair = {
          whole: whole.get(key) ?? " ",
          columns: columns.map((column) => column.get(key) ?? " ").join(""),
          stored: stored.get(key) ?? [],
        } as const;
        const isEmpty = pair.whole === " " && pair.columns.trim() === "" && pair.stored.length === 0;
        return isEmpty ? [] : [[other.id, pair]];
      });
      return [id, { formatVersion: 1, pairs: Object.fromEntries(others) }];
    }),
  );
}

const rounded = (value: number) => Math.round(value * 1e6) / 1e6;
