import { linearAxis, type Axis } from "../charts/scale.ts";
import { plural } from "../text/format.ts";
import { median } from "../text/numbers.ts";
import type { RankedRow, RankedView } from "./ranked-view.ts";

/** Without a wish to see all, a table shows this number of rows. */
export const FIRST_ROWS = 10;

export interface RankedGroup {
  readonly name: string | undefined;
  readonly rows: readonly RankedRow[];
  /** position of its first row in the whole table */
  readonly start: number;
}

/** The bands of a ranking: level at the top, the rest, and the rows without ranks. */
export function rankedGroups({ rows, unranked, levelCount, isTested }: RankedView): RankedGroup[] {
  const rest = rows.slice(levelCount);
  const more = rest.filter(({ isLevel }) => isLevel).length;
  const level = levelCount + more;
  const below = `Below: ${plural(rest.length, "model")}${more === 0 ? "" : `, ${more} of them level at the top, too`}`;
  return [
    {
      name: !isTested
        ? undefined
        : level === 1
          ? "May be the best: 1 model"
          : `Level at the top: ${more === 0 ? "" : `${levelCount} of the `}${plural(level, "model")}`,
      rows: isTested ? rows.slice(0, levelCount) : rows,
      start: 0,
    },
    { name: levelCount === 0 ? undefined : below, rows: isTested ? rest : [], start: levelCount },
    { name: "Not ranked: too little is measured", rows: unranked, start: rows.length },
  ].filter((group) => group.rows.length > 0);
}

/** The axis holds the intervals, not 0 to 1: a dot has no length that could mislead. */
export const rankedAxis = ({ rows, unranked }: RankedView): Axis =>
  linearAxis(
    [...rows, ...unranked].flatMap(({ value, outer, inner }) => [
      ...(value === undefined ? [] : [value]),
      ...[outer, inner].flatMap((span) => (span === undefined ? [] : [span.low, span.high])),
    ]),
    { ticks: 6, bounds: [0, 1] },
  );

/** The median of the judges' costs of the rows; undefined if it is unknown for most rows, or nothing. */
export function judgesCost({ rows, unranked }: RankedView): number | undefined {
  const all = [...rows, ...unranked];
  const known = all.flatMap(({ judgesUsd }) => judgesUsd ?? []);
  return 2 * known.length < all.length ? undefined : median(known) || undefined;
}

const STEPS = [0.1, 1, 5, 20, 50, 100, 200, 500, 1000, 5000];

/** At most two limits of cost in US dollars that divide the rows. Empty if costs are unknown. */
export function costLimits({ rows, unranked }: RankedView): number[] {
  const costs = [...rows, ...unranked].flatMap(({ costUsd }) => costUsd ?? []);
  const dividing = STEPS.filter((step) => costs.some((cost) => cost <= step) && costs.some((cost) => cost > step));
  const [first, last] = [dividing[Math.floor((dividing.length - 1) / 3)], dividing.at(-1)];
  return [...new Set([first, last].flatMap((limit) => limit ?? []))];
}
