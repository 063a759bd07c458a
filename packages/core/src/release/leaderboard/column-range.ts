import type { MainRange } from "../../run/spec/main-range.ts";
import type { LeaderboardRun } from "./leaderboard.ts";

const UNIT: MainRange = { min: 0, max: 1 };
/** HELM's juries grade from 1 to 5. */
const JURY: MainRange = { min: 1, max: 5 };

/**
 * Returns the smallest and the largest possible value of a column: those in the manifests of its runs. Runs of another tool state none. A jury then
 * grades from 1 to 5, and other metrics are from 0 to 1. A column with a value above 1 is a jury's if all its values are from 1 to 5, as in the
 * MedHELM paper's analysis. Undefined if a value is outside, and for a metric without bounds.
 * @param values all values of the column, and of its instances where they are known
 */
export function columnRange(
  runs: readonly Pick<LeaderboardRun, "mainRange" | "origin" | "judges">[],
  values: readonly number[],
): MainRange | undefined {
  const isWithin = ({ min, max }: MainRange): boolean => values.every((value) => value >= min && value <= max);
  const stated = runs.find(({ mainRange }) => mainRange !== undefined)?.mainRange;
  if (stated !== undefined) return isWithin(stated) ? stated : undefined;
  if (runs.some(({ origin }) => origin === "medhelm")) return undefined;
  const isJury = runs.some(({ judges }) => judges.length > 0);
  return (isJury ? [JURY] : [UNIT, JURY]).find(isWithin);
}
