import type { CostPoint } from "../charts/cost-front.ts";
import { front } from "../charts/cost-front.ts";
import { inWords, money } from "../text/numbers.ts";
import type { RankedRow, RankedView } from "./ranked-view.ts";

export interface CostView {
  /** what the picture shows, as a sentence */
  readonly heading: string;
  readonly points: readonly (CostPoint & { readonly row: RankedRow })[];
  /** cheapest first */
  readonly front: readonly (CostPoint & { readonly row: RankedRow })[];
  /** number of models without a rank, which are left out */
  readonly unranked: number;
  /** number of other models without a known cost */
  readonly unknown: number;
  readonly hasIntervals: boolean;
}

/** Cost against score, without built-in rules. Undefined if fewer than two rows with a value have a known cost. */
export function costView({ rows, unranked }: RankedView): CostView | undefined {
  const onlyRules = rows.every(({ isBaseline }) => isBaseline);
  const isModel = ({ isBaseline }: RankedRow) => onlyRules || !isBaseline;
  const models = rows.filter((row) => isModel(row) && row.value !== undefined);
  const points = models.flatMap((row) => {
    if (row.costUsd === undefined || row.value === undefined) return [];
    const span = row.outer ?? row.inner;
    const interval = span === undefined ? undefined : ([span.low, span.high] as const);
    return [{ row, label: row.short, cost: row.costUsd, value: row.value, interval, level: row.isLevel }];
  });
  if (points.length < 2) return undefined;
  const best = front(points);
  return {
    heading: heading(best),
    points,
    front: best,
    unranked: [...rows, ...unranked].filter(isModel).length - models.length,
    unknown: models.length - points.length,
    hasIntervals: points.some(({ interval }) => interval !== undefined),
  };
}

function heading(best: readonly (CostPoint & { readonly row: RankedRow })[]): string {
  const [first, last] = [best[0], best.at(-1)];
  if (first === undefined || last === undefined || first === last)
    return `${first?.label ?? "No model"} has the highest score and the lowest cost`;
  const gain = (last.value - first.value).toFixed(2);
  const times = last.cost / first.cost;
  const ratio =
    first.cost === 0 || times > 1000
      ? `costs ${money(last.cost)}, ${first.label} costs ${money(first.cost)},`
      : times >= 1.5
        ? `costs ${inWords(Math.round(times))} times as much as ${first.label}`
        : `costs a little more than ${first.label}`;
  return `${last.label} ${ratio} and scores ${gain} more`;
}
