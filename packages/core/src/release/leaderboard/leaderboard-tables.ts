import type { Cell, Column, LeaderboardRun, Table } from "./leaderboard.ts";
import { findStat, type LoadedRun, mergeAll } from "../runs/loaded-run.ts";
import { ownJudges } from "../runs/manifest.ts";
import { isUnjudged, verdictsOf } from "./leaderboard-runs.ts";
import { byWording, wordingsIn } from "../runs/run-wording.ts";
import { winRates } from "./mean-win-rate.ts";
import {
  expandSubgroups,
  fillMatcher,
  type MetricMatcher,
  type ReleaseSchema,
  type RunGroup,
  shortName,
} from "../schema/release-schema.ts";

/** A run with its entry in the leaderboard. */
export interface ShownRun {
  readonly loaded: LoadedRun;
  readonly shown: LeaderboardRun;
}

interface ColumnPlan {
  readonly column: Column;
  readonly matcher: MetricMatcher;
  readonly group: RunGroup;
}

/**
 * Makes the table of a group. A benchmark's table has all metrics of its metric groups; a group with subgroups has the main
 * metric of each benchmark below it. If a benchmark has several wordings, each has its own rows, and win rates compare only rows of one wording. The best row of each wording
 * is first. Columns without any value are absent.
 * Returns undefined if no run belongs to the group.
 */
export function leaderboardTable(
  schema: ReleaseSchema,
  runs: readonly ShownRun[],
  group: RunGroup,
  wording: ReadonlyMap<LoadedRun, string>,
): Table | undefined {
  const groups = expandSubgroups(schema, group);
  const names = new Set(groups.map((item) => item.name));
  const own = runs.filter(({ loaded }) => loaded.runSpec.groups.some((name) => names.has(name)));
  if (own.length === 0) return undefined;
  const plans = groups.length === 1 ? metricColumns(schema, group) : groups.flatMap((item) => mainColumn(schema, item));
  const wordings = wordingsIn(
    own.map(({ loaded }) => loaded),
    wording,
  );
  const methods = [...byMethod(own, wordings.isSplit).values()];
  const namesSuites = new Set(runs.map(({ shown }) => shown.suite)).size > 1;
  const cells = methods.map((method) => plans.map((plan) => cellOf(method, plan, namesSuites)));
  const filled = plans.flatMap((_, index) => (cells.some((row) => (row[index]?.runs.length ?? 0) > 0) ? [index] : []));
  const columns = filled.flatMap((index) => plans[index]?.column ?? []);
  const kept = cells.map((row) => filled.flatMap((index) => row[index] ?? []));
  // A benchmark's table ranks only by its main metric, because its other columns are times and counts.
  const ranked = groups.length > 1 ? undefined : (group.environment["main_name"] ?? columns[0]?.metric);
  const rates = winRates(
    columns.map(({ metric, lowerIsBetter }, index) => ({
      lowerIsBetter: ranked === undefined || metric === ranked ? lowerIsBetter : null,
      values: kept.map((row) => row[index]?.value ?? null),
    })),
    kept.length,
    methods.map((method) => method.wording ?? ""),
  );
  const rows = methods.map((method, index) => ({
    model: method.model,
    modelDeployment: method.modelDeployment,
    ...(method.wording === undefined ? {} : { wording: method.wording }),
    meanWinRate: rates[index]?.rate ?? null,
    winRateColumns: rates[index]?.columns ?? 0,
    cells: kept[index] ?? [],
    ...(namesSuites ? { suites: suitesOf(method.runs) } : {}),
  }));
  return {
    group: group.name,
    title: group.display_name ?? group.name,
    description: group.description ?? "",
    columns,
    wordings: wordings.labels,
    rows: rows.toSorted(bestFirst),
  };
}

type Row = Table["rows"][number];

function bestFirst(a: Row, b: Row): number {
  const words = byWording(a.wording ?? "", b.wording ?? "");
  if (words !== 0) return words;
  const byRate = (b.meanWinRate ?? -1) - (a.meanWinRate ?? -1);
  if (byRate !== 0) return byRate;
  return a.modelDeployment < b.modelDeployment ? -1 : a.modelDeployment > b.modelDeployment ? 1 : 0;
}

/** The column that ranks a group: its main metric, or the first metric of its first metric group. */
function mainColumn(schema: ReleaseSchema, group: RunGroup): ColumnPlan[] {
  const { main_name: name, main_split: split } = group.environment;
  if (name !== undefined && split !== undefined) return [columnPlan(schema, group, { name, split })];
  return metricColumns(schema, group).slice(0, 1);
}

function metricColumns(schema: ReleaseSchema, group: RunGroup): ColumnPlan[] {
  const matchers = group.metric_groups.flatMap(
    (name) => schema.metric_groups.find((item) => item.name === name)?.metrics ?? [],
  );
  const plans = matchers.map((matcher) => columnPlan(schema, group, fillMatcher(matcher, group.environment)));
  const main = group.environment["main_name"];
  return plans
    .filter((plan, index) => plans.findIndex((other) => keyOf(other.matcher) === keyOf(plan.matcher)) === index)
    .toSorted((a, b) => Number(b.column.metric === main) - Number(a.column.metric === main));
}

const keyOf = ({ name, split, perturbation_name: perturbation }: MetricMatcher): string =>
  JSON.stringify([name, split, perturbation]);

function columnPlan(schema: ReleaseSchema, group: RunGroup, matcher: MetricMatcher): ColumnPlan {
  const metric = schema.metrics.find((item) => item.name === matcher.name) ?? { name: matcher.name };
  const perturbation = matcher.perturbation_name === undefined ? "" : ` (${matcher.perturbation_name})`;
  return {
    group,
    matcher,
    column: {
      group: group.name,
      groupDisplayName: group.display_name ?? group.name,
      metric: matcher.name,
      metricDisplayName: shortName(metric) + perturbation,
      lowerIsBetter: metric.lower_is_better ?? null,
    },
  };
}

interface Method {
  readonly model: string;
  readonly modelDeployment: string;
  /** present if the table has several wordings of one benchmark */
  readonly wording?: string | undefined;
  readonly runs: ShownRun[];
}

function byMethod(runs: readonly ShownRun[], isSplit: boolean): Map<string, Method> {
  const methods = new Map<string, Method>();
  for (const run of runs) {
    const { model, modelDeployment } = run.shown;
    const wording = isSplit ? run.shown.wording : undefined;
    const key = JSON.stringify([modelDeployment, model, wording]);
    const method = methods.get(key) ?? { model, modelDeployment, wording, runs: [] };
    methods.set(key, method);
    method.runs.push(run);
  }
  return methods;
}

/** HELM: the value of several runs, such as conditions or subsets, is the unweighted mean of their means. */
function cellOf(method: Method, { group, matcher }: ColumnPlan, namesSuites: boolean): Cell {
  const ofGroup = method.runs
    .filter(({ loaded }) => loaded.runSpec.groups.includes(group.name))
    .map(({ loaded, shown }) => ({
      hasStat: findStat(loaded.stats, matcher) !== undefined,
      stat: isUnjudged(loaded, matcher.name) ? undefined : findStat(loaded.stats, matcher),
      shown,
      verdicts: verdictsOf(loaded),
    }));
  const withStat = ofGroup.filter(({ hasStat }) => hasStat);
  // A model whose runs all lack the main metric was run, and has no score.
  const found = withStat.length > 0 ? withStat : ofGroup.filter(({ shown }) => shown.mainMetric === matcher.name);
  const sum = (of: (run: (typeof found)[number]) => number | undefined) => totalOf(found.map(of));
  const isMain = found.every(({ shown }) => shown.mainMetric === matcher.name);
  return {
    value: mergeAll(found.flatMap(({ stat }) => stat ?? []))?.mean ?? null,
    instances: sum(({ shown }) => shown.instances) ?? 0,
    ...known("scored", isMain ? sum(({ shown }) => shown.scored) : undefined),
    ...known(
      "failed",
      sum(({ shown }) => shown.failed),
    ),
    ...known(
      "verdictsAsked",
      sum(({ verdicts }) => verdicts?.asked),
    ),
    ...known(
      "verdictsScored",
      sum(({ verdicts }) => verdicts?.scored),
    ),
    ...(found.some(({ shown }) => ownJudges(shown.judges).length > 0) ? { judgedItself: true } : {}),
    runs: found.map(({ shown }) => shown.slug),
    ...(namesSuites ? { suites: suitesOf(found) } : {}),
  };
}

const suitesOf = (runs: readonly Pick<ShownRun, "shown">[]): string[] => [
  ...new Set(runs.map(({ shown }) => shown.suite)),
];

/** The sum; undefined if one of the counts is unknown. */
function totalOf(counts: readonly (number | undefined)[]): number | undefined {
  let total = 0;
  for (const count of counts) {
    if (count === undefined) return undefined;
    total += count;
  }
  return total;
}

const known = <Name extends string>(name: Name, count: number | undefined): Partial<Record<Name, number>> => {
  const entry: Partial<Record<Name, number>> = {};
  if (count !== undefined) entry[name] = count;
  return entry;
};
