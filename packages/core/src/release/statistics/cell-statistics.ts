import { z } from "zod";
import type { ItemScore } from "../../inference/column-items.ts";
import type { MainRange } from "../../run/spec/main-range.ts";
import { meanInterval, type MeanIntervalOptions, type RunSample } from "../../statistics/mean-interval.ts";
import type { ClusterSum } from "../../statistics/cluster-sums.ts";
import { missingBounds } from "../../statistics/missing-bounds.ts";
import { isUndefined } from "../../statistics/undefined.ts";
import { mean } from "../../statistics/mean.ts";

export const Undefined = z.object({ undefinedBecause: z.string() });

export const CellInterval = z.object({
  /** the limits of the 95 % interval of the printed value */
  low: z.number(),
  high: z.number(),
  /** number of instances with a score */
  n: z.int(),
  /** number of independent units; equal to n if the scores are independent */
  clusters: z.int(),
  /** the number of independent scores of the same precision; absent for several runs and for the bootstrap */
  nEffective: z.number().exactOptional(),
  /** statistics/mean-interval.ts */
  method: z.enum(["wilson", "bounded", "jeffreys", "bounded-runs", "bootstrap"]),
  /** Wilson's form on `nEffective`; only for "jeffreys", which covers rare bad answers, too */
  wilsonForm: z.object({ low: z.number(), high: z.number() }).exactOptional(),
  flags: z
    .array(
      z.enum([
        /** fewer than 30 independent units: the interval may be too narrow */
        "few-clusters",
        /** rows of one unit depend on each other, but the source does not name the units: the interval is too narrow */
        "clusters-unknown",
      ]),
    )
    .exactOptional(),
  /** the unit that the source does not name, e.g. "patient" */
  unknownUnit: z.string().exactOptional(),
});

/**
 * ranked: at least 98 % of the instances have a score; incomplete: 95 to 98 %, which tables mark; not-ranked: under 95 %. For other-items the model
 * answered other instances than most models of the column. For unscored no instance has a score. For not-run there is no run.
 */
export const CellState = z.enum(["ranked", "incomplete", "not-ranked", "other-items", "unscored", "not-run"]);
export type CellState = z.infer<typeof CellState>;

/** The fields of a cell that come from the scores of its instances. */
export const CellStatistics = z.object({
  interval: z.union([CellInterval, Undefined]).exactOptional(),
  state: CellState.exactOptional(),
  /** the value if each missing score were the worst, and the best possible one; absent if none is missing, and for a ratio of sums */
  bounds: z.object({ worst: z.number(), best: z.number() }).exactOptional(),
  /** the value under the profile that the release does not have; absent if a run does not have it, and in an older release */
  otherProfile: z.number().exactOptional(),
});
export type CellStatistics = z.infer<typeof CellStatistics>;

export interface CellScores {
  /** the printed value */
  readonly value: number;
  /** the items of each run, in the metric's own scale */
  readonly runs: readonly (readonly ItemScore[])[];
  /** the number of instances of each run, if it may be larger than that of its items */
  readonly instances?: readonly number[];
  readonly range: MainRange | undefined;
  readonly lowerIsBetter: boolean;
  readonly streamOf: MeanIntervalOptions["streamOf"];
  /** the unit whose rows depend on each other, according to the benchmark's card */
  readonly unit?: string | undefined;
}

const MARKED_BELOW = 0.98;
const UNRANKED_BELOW = 0.95;
const FEW = 30;

/** Returns the interval of a cell's printed value, and how far missing scores could move it. */
export function cellStatistics(cell: CellScores): CellStatistics {
  const asked = cell.runs.reduce((sum, _, run) => sum + askedOf(cell, run), 0);
  const samples = cell.runs.map(sampleOf);
  const n = samples.reduce((sum, { scores }) => sum + scores.length, 0);
  if (n === 0) return { state: "unscored", interval: { undefinedBecause: "no instance has a score" } };
  const bounds = n < asked ? boundsOf(cell) : undefined;
  return {
    state: stateOf(n / asked),
    interval: intervalOf(cell, samples),
    ...(bounds === undefined ? {} : { bounds }),
  };
}

/** The folder of another tool has no row for an instance without a score. */
const askedOf = ({ runs, instances }: CellScores, run: number): number =>
  Math.max(runs[run]?.length ?? 0, instances?.[run] ?? 0);

/** @param coverage the share of instances with a score */
export function stateOf(coverage: number): CellState {
  if (coverage < UNRANKED_BELOW) return "not-ranked";
  return coverage < MARKED_BELOW ? "incomplete" : "ranked";
}

/** The rows of an instance that was asked several times are one cluster. An instance without a cluster is its own. */
function sampleOf(items: readonly ItemScore[]): RunSample {
  const scored = items.flatMap(({ id, cluster, value, weight }) =>
    value === null ? [] : [{ value, weight, cluster: cluster === undefined ? `item ${id}` : `cluster ${cluster}` }],
  );
  const scores = scored.map(({ value }) => value);
  const clusters = scored.map(({ cluster }) => cluster);
  const isSingle = items.every(({ cluster }) => cluster === undefined) && new Set(clusters).size === clusters.length;
  const isRatio = scored.some(({ weight }) => weight !== undefined);
  return { scores, ...(isSingle ? {} : { clusters }), ...(isRatio ? { ratio: ratioOf(scored) } : {}) };
}

interface WeighedScore {
  readonly value: number;
  readonly weight: number | undefined;
  readonly cluster: string;
}

/** The sums of numerators and denominators of each cluster. */
const ratioOf = (scored: readonly WeighedScore[]): readonly ClusterSum[] =>
  [...Map.groupBy(scored, ({ cluster }) => cluster).values()].map((rows) => ({
    sum: rows.reduce((sum, { value, weight = 1 }) => sum + value * weight, 0),
    count: rows.reduce((sum, { weight = 1 }) => sum + weight, 0),
  }));

/** The value of a run, as in its stats. */
function valueOf({ scores, ratio }: RunSample): number {
  if (ratio === undefined) return mean(scores);
  return ratio.reduce((sum, one) => sum + one.sum, 0) / ratio.reduce((sum, one) => sum + one.count, 0);
}

function intervalOf(cell: CellScores, samples: readonly RunSample[]): NonNullable<CellStatistics["interval"]> {
  if (!(Math.abs(mean(samples.map(valueOf)) - cell.value) <= 1e-6 * Math.max(1, Math.abs(cell.value))))
    return { undefinedBecause: "the value is not the mean of its instances' scores" };
  const found = meanInterval(samples, cell);
  if (isUndefined(found)) return found;
  const clusters = samples.reduce(
    (sum, sample) => sum + (sample.clusters === undefined ? sample.scores.length : new Set(sample.clusters).size),
    0,
  );
  const n = cell.runs.reduce(
    (sum, items) => sum + new Set(items.flatMap(({ id, value }) => (value === null ? [] : id))).size,
    0,
  );
  const unknownUnit = cell.runs.every((items) => items.every(({ cluster }) => cluster === undefined))
    ? cell.unit
    : undefined;
  const flags = [
    ...(clusters < FEW ? ["few-clusters" as const] : []),
    ...(unknownUnit === undefined ? [] : ["clusters-unknown" as const]),
  ];
  return {
    ...found,
    n,
    clusters,
    ...(flags.length === 0 ? {} : { flags }),
    ...(unknownUnit === undefined ? {} : { unknownUnit }),
  };
}

/** The unweighted mean of the runs' bounds. Undefined if the scores have no bounds. */
function boundsOf(cell: CellScores): CellStatistics["bounds"] {
  const { runs, range, lowerIsBetter } = cell;
  if (range === undefined || runs.some((items) => items.some(({ weight }) => weight !== undefined))) return undefined;
  const each = runs.flatMap((items, run) => {
    const scores = items.flatMap(({ value }) => value ?? []);
    const sum = scores.reduce((total, score) => total + score, 0);
    return missingBounds({ asked: askedOf(cell, run), observed: scores.length, sum, ...range }) ?? [];
  });
  const low = each.reduce((sum, { worst }) => sum + worst, 0) / each.length;
  const high = each.reduce((sum, { best }) => sum + best, 0) / each.length;
  return lowerIsBetter ? { worst: high, best: low } : { worst: low, best: high };
}
