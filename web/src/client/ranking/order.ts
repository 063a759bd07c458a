import type { RankingState } from "./state.ts";

/** A smaller number is better, or the alphabet is the natural order. */
const ASCENDING_FIRST = new Set(["name", "co", "rank"]);

export const firstDirection = (sort: string): string => (ASCENDING_FIRST.has(sort) ? "up" : "");

/** The best values first, then the reverse, then the order of the release. */
export function nextOrder(state: Pick<RankingState, "sort" | "dir">, sort: string): Pick<RankingState, "sort" | "dir"> {
  const first = firstDirection(sort);
  if (state.sort !== sort) return { sort, dir: first };
  return state.dir === first ? { sort, dir: first === "" ? "up" : "" } : { sort: "", dir: "" };
}
