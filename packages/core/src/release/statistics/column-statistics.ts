import type { PartScores } from "../../inference/column-items.ts";
import { randomStreams } from "../../inference/random-stream.ts";
import { type CellStatistics, cellStatistics, stateOf } from "./cell-statistics.ts";
import { columnKey, type ReleaseColumn, type ScaledColumn } from "./column-scores.ts";
import type { Cell, LeaderboardRun } from "../leaderboard/leaderboard.ts";

const SEED = 0;

/**
 * Returns the interval, the state and the bounds of each cell of a column, by the cell's key.
 * @param parts the scores of each cell's runs in the metric's own scale; undefined if they are unknown
 * @param unit the unit whose rows depend on each other, according to the benchmark's card
 */
export function columnStatistics(
  { column, cells }: ReleaseColumn,
  parts: readonly (readonly PartScores[] | undefined)[],
  { range, items }: Pick<ScaledColumn, "range" | "items">,
  unit: string | undefined,
): Map<string, CellStatistics> {
  const streamOf = randomStreams(SEED, columnKey(column));
  const lowerIsBetter = column.lowerIsBetter === true;
  return new Map(
    cells.map(({ key, cell, runs }, position) => {
      const own = parts[position];
      const found =
        own === undefined || cell.value === null
          ? withoutScores(cell)
          : cellStatistics({
              value: cell.value,
              runs: own.map((part) => part.items),
              instances: instancesOf(own, runs),
              range,
              lowerIsBetter,
              streamOf,
              unit,
            });
      return [key, items?.otherItems.includes(position) === true ? { ...found, state: "other-items" } : found];
    }),
  );
}

/** Runs that asked the same questions are joined to one (inference/shared-questions.ts): with all scores, or with the rows of all runs. */
function instancesOf(parts: readonly PartScores[], runs: readonly LeaderboardRun[]): number[] {
  const instances = runs.map((run) => run.instances);
  if (parts.length === runs.length) return instances;
  const [first] = parts;
  if (first === undefined || parts.length > 1) return [];
  const isWeighted = first.items.some(({ weight }) => weight !== undefined);
  return [isWeighted ? instances.reduce((sum, one) => sum + one, 0) : Math.max(...instances)];
}

/** The statistics of a cell whose instances are unknown, such as one of an imported table, or that has no value. */
export function withoutScores({ value, runs, scored, instances }: Cell): CellStatistics {
  if (runs.length === 0) return { state: "not-run" };
  if (value === null) return { state: "unscored", interval: { undefinedBecause: "no instance has a score" } };
  return {
    state: scored === undefined || instances === 0 ? "ranked" : stateOf(scored / instances),
    interval: { undefinedBecause: "the scores of its instances are unknown" },
  };
}
