import { z } from "zod";
import type { ItemScore } from "../../inference/column-items.ts";
import { randomStreams } from "../../inference/random-stream.ts";
import type { MainRange } from "../../run/spec/main-range.ts";
import { cellStatistics, CellInterval } from "../statistics/cell-statistics.ts";
import type { Scores } from "./scores.ts";

const BINS = 10;
const MOST_WORST = 10;
/** A smaller subgroup has no line of its own. */
const LEAST_SUBGROUP = 30;
const SEED = 0;

/** The scores of a run's instances, in few numbers. */
export const RunBreakdown = z.object({
  /** the instances with the worst scores, the worst first; only of public runs */
  worst: z.array(z.object({ id: z.string(), value: z.number() })).exactOptional(),
  /** Number of instances by score: ten equal parts of `mainRange`, from its lower end. Absent without bounds. */
  histogram: z.array(z.int()).exactOptional(),
  /** the kinds of questions with at least 30 scores, by the card's stratum; only of public runs with several kinds */
  subgroups: z
    .array(z.object({ name: z.string(), n: z.int(), value: z.number(), interval: CellInterval.exactOptional() }))
    .exactOptional(),
});
export type RunBreakdown = z.infer<typeof RunBreakdown>;

interface BreakdownOptions {
  /** names the random stream of the intervals that need one */
  readonly name: string;
  readonly isPublic: boolean;
  readonly range: MainRange | undefined;
  readonly lowerIsBetter: boolean;
}

/** @param items the scores of `scores.rows`, in their order */
export function runBreakdown(
  { rows }: Pick<Scores, "rows">,
  items: readonly ItemScore[],
  options: BreakdownOptions,
): RunBreakdown {
  const { isPublic, range } = options;
  const worst = isPublic ? worstOf(items, options.lowerIsBetter) : [];
  const subgroups = isPublic ? subgroupsOf(rows, items, options) : [];
  return {
    ...(worst.length === 0 ? {} : { worst }),
    ...(range === undefined ? {} : { histogram: histogramOf(items, range) }),
    ...(subgroups.length < 2 ? {} : { subgroups }),
  };
}

/** Of equal scores, the earlier instance comes first. An instance that was asked several times counts once. */
function worstOf(items: readonly ItemScore[], lowerIsBetter: boolean): NonNullable<RunBreakdown["worst"]> {
  const isWorse = (a: number, b: number): boolean => (lowerIsBetter ? a > b : a < b);
  const worst: { id: string; value: number }[] = [];
  for (const { id, value } of items) {
    const last = worst.at(-1);
    if (value === null || (worst.length === MOST_WORST && last !== undefined && !isWorse(value, last.value))) continue;
    const known = worst.findIndex((one) => one.id === id);
    if (known >= 0) {
      if (!isWorse(value, worst[known]?.value ?? value)) continue;
      worst.splice(known, 1);
    }
    const place = worst.findIndex((one) => isWorse(value, one.value));
    worst.splice(place < 0 ? worst.length : place, 0, { id, value });
    if (worst.length > MOST_WORST) worst.pop();
  }
  return worst;
}

function histogramOf(items: readonly ItemScore[], { min, max }: MainRange): number[] {
  const counts = Array.from({ length: BINS }, () => 0);
  for (const { value } of items) {
    if (value === null) continue;
    const bin = Math.min(BINS - 1, Math.max(0, Math.floor((BINS * (value - min)) / (max - min))));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts;
}

function subgroupsOf(
  rows: Scores["rows"],
  items: readonly ItemScore[],
  { name, range, lowerIsBetter }: BreakdownOptions,
): NonNullable<RunBreakdown["subgroups"]> {
  const groups = new Map<string, ItemScore[]>();
  for (const [i, { stratum }] of rows.entries()) {
    const item = items[i];
    if (stratum === undefined || item === undefined || item.value === null) continue;
    const group = groups.get(stratum) ?? [];
    groups.set(stratum, group);
    group.push(item);
  }
  return [...groups]
    .filter(([, group]) => group.length >= LEAST_SUBGROUP)
    .map(([stratum, group]) => {
      const value = meanOf(group);
      const streamOf = randomStreams(SEED, `${name}\n${stratum}`);
      const { interval } = cellStatistics({ value, runs: [group], range, lowerIsBetter, streamOf });
      return {
        name: stratum,
        n: group.length,
        value,
        ...(interval !== undefined && "low" in interval ? { interval } : {}),
      };
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** The mean, or the ratio of the sums. */
function meanOf(items: readonly ItemScore[]): number {
  let [sum, weights] = [0, 0];
  for (const { value, weight = 1 } of items) {
    sum += (value ?? 0) * weight;
    weights += weight;
  }
  return weights === 0 ? 0 : sum / weights;
}
