import { headlineAnswer } from "../model/model-facts.ts";
import { comparable, type Row } from "../model/rows.ts";
import type { Site } from "../release/site.ts";

/** Two models to compare with: the one with the highest average, and the one whose average is nearest. The model itself is neither. */
export function neighbours(site: Site, row: Row | undefined): Row[] {
  const table = site.table(site.leaderboard.rootGroup);
  const own = row && headlineAnswer(site, row)?.value;
  if (table === undefined || row === undefined) return [];
  const others = comparable(site, table, row)
    .filter((other) => other.model !== row.model)
    .map((other) => ({ other, value: headlineAnswer(site, other)?.value ?? other.meanWinRate ?? 0 }))
    .toSorted((a, b) => b.value - a.value);
  const [leader, ...rest] = others;
  if (leader === undefined) return [];
  const [nearest] = rest.toSorted((a, b) => distance(a.value, own) - distance(b.value, own));
  return [leader.other, ...(nearest === undefined ? [] : [nearest.other])];
}

const distance = (value: number, own: number | undefined): number => Math.abs(value - (own ?? 0));
