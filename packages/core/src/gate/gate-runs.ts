import { isSameItem, type ItemScore, type PartScores, SAME_ITEMS } from "../inference/column-items.ts";
import type { MainRange } from "../run/spec/main-range.ts";
import { combineBounds } from "./combine-bounds.ts";
import { decideGate, type Decision } from "./decide-gate.ts";
import { type Bounded, boundedDifference, boundedMean, type ItemPair } from "./one-sided-bounds.ts";

/** The main metric of one run. */
export interface GateRun extends Pick<PartScores, "part" | "items"> {
  readonly benchmark: string;
  readonly metric: string;
  /** undefined: the metric has no bounds */
  readonly range?: MainRange | undefined;
}

export interface GateRule {
  /** each: every benchmark must pass; average: their unweighted mean, of scores from 0 to 1 */
  readonly on: "each" | "average";
  /** with a baseline: how much worse a score from 0 to 1 may be; without: the score to exceed, in the metric's own unit */
  readonly limit: number;
}

/** The gate of one benchmark, or of the average. */
export type GateLine = { readonly name: string; readonly metric?: string } & (
  | ({ readonly bounded: Bounded } & Decision)
  | { readonly outcome: "not decided"; readonly reason: string }
);

export interface GateReport {
  /** failed if a line failed; passed if all lines passed */
  readonly outcome: Decision["outcome"];
  readonly hasBaseline: boolean;
  readonly limit: number;
  readonly lines: readonly GateLine[];
}

/**
 * Tests whether the scores of runs are high enough. With a baseline it is a test of non-inferiority on the items of both: the mean of a benchmark's
 * runs, as the leaderboard's.
 * @param baseline the runs to compare with, by `part`; undefined: the scores themselves are tested
 */
export function gateRuns(
  runs: readonly GateRun[],
  baseline: ReadonlyMap<string, GateRun> | undefined,
  { on, limit }: GateRule,
): GateReport {
  const isScaled = baseline !== undefined || on === "average";
  const benchmarks = [...Map.groupBy(runs, ({ benchmark }) => benchmark)].map(([name, own]) => ({
    name,
    metric: own[0]?.metric ?? "",
    found: boundBenchmark(own, baseline, isScaled),
  }));
  const threshold = baseline === undefined ? limit : -limit;
  const lines =
    on === "each"
      ? benchmarks.map(({ name, metric, found }): GateLine => ({ name, metric, ...lineOf(found, threshold) }))
      : [{ name: "average", ...lineOf(averageOf(benchmarks), threshold) }];
  const outcomes = lines.map(({ outcome }) => outcome);
  const outcome = outcomes.includes("failed")
    ? "failed"
    : outcomes.length === 0 || outcomes.includes("not decided")
      ? "not decided"
      : "passed";
  return { outcome, hasBaseline: baseline !== undefined, limit, lines };
}

/** The bounds, or the reason for their absence. */
type Found = Bounded | string;

function lineOf(found: Found, threshold: number) {
  return typeof found === "string"
    ? ({ outcome: "not decided", reason: found } as const)
    : { bounded: found, ...decideGate(found, threshold) };
}

function averageOf(benchmarks: readonly { readonly name: string; readonly found: Found }[]): Found {
  const bounds: Bounded[] = [];
  for (const { name, found } of benchmarks) {
    if (typeof found === "string") return `${name}: ${found}`;
    bounds.push(found);
  }
  return combineBounds(bounds) ?? "there is no benchmark";
}

function boundBenchmark(
  runs: readonly GateRun[],
  baseline: ReadonlyMap<string, GateRun> | undefined,
  isScaled: boolean,
): Found {
  const parts: Bounded[] = [];
  for (const run of runs) {
    const other = baseline?.get(run.part);
    if (baseline !== undefined && other === undefined) return "the baseline has no run of it";
    const found = other === undefined ? boundRun(run) : boundPair(run, other);
    if (typeof found === "string") return found;
    parts.push(isScaled ? scaled(found, run.range, other === undefined) : found);
  }
  return combineBounds(parts) ?? "there is no run";
}

function boundRun({ items, range }: GateRun): Found {
  const scored = items.filter(({ value }) => value !== null).length;
  if (scored < SAME_ITEMS * items.length) return `only ${scored} of ${items.length} items have a score`;
  return boundedMean(items, range) ?? NO_BOUNDS;
}

const NO_BOUNDS = "its items are too few or too alike to measure the uncertainty of the number";

function boundPair(now: GateRun, before: GateRun): Found {
  if (now.metric !== before.metric)
    return `the baseline has the metric ${before.metric}, and the run has ${now.metric}`;
  const [own, others] = [byItem(now.items), byItem(before.items)];
  const pairs: ItemPair[] = [];
  for (const [id, item] of own) {
    const other = others.get(id);
    if (other === undefined || !isSameItem(item, other) || item.value === null || other.value === null) continue;
    pairs.push({ now: item, before: other });
  }
  const items = Math.max(own.size, others.size);
  if (pairs.length < SAME_ITEMS * items) return `only ${pairs.length} of ${items} items have a score in both`;
  return boundedDifference(pairs, now.range) ?? NO_BOUNDS;
}

/** The mean of several rows of one item, such as repeated requests; null without a score. */
function byItem(items: readonly ItemScore[]): Map<string, ItemScore> {
  const rows = Map.groupBy(items, ({ id }) => id);
  return new Map(
    [...rows].flatMap(([id, all]) => {
      const [first] = all;
      if (first === undefined || all.length === 1) return first === undefined ? [] : [[id, first] as const];
      const known = all.flatMap(({ value, weight = 1 }) => (value === null ? [] : [{ value, weight }]));
      const weight = known.reduce((sum, one) => sum + one.weight, 0);
      const value = known.reduce((sum, one) => sum + one.value * one.weight, 0) / weight;
      const item = { ...first, value: known.length === 0 || weight === 0 ? null : value };
      return [[id, first.weight === undefined ? item : { ...item, weight }] as const];
    }),
  );
}

/** On a scale from 0 to 1; a metric without bounds keeps its own. */
function scaled(bounded: Bounded, range: MainRange | undefined, isScore: boolean): Bounded {
  if (range === undefined) return bounded;
  const [width, start] = [range.max - range.min, isScore ? range.min : 0];
  const scale = (value: number): number => (value - start) / width;
  const { value, low, high, sd } = bounded;
  return { ...bounded, value: scale(value), low: scale(low), high: scale(high), sd: sd / width };
}
