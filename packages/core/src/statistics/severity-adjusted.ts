import { greatest } from "../greatest.ts";
import { mean } from "./mean.ts";
import { type Undefined, undefinedBecause } from "./undefined.ts";

export interface SeverityAdjusted {
  /** the mean over items of their effects, as if each judge had scored each item */
  readonly adjustedMean: number;
  /** how much each judge scores above the judges' mean; they add to 0. Undefined for a judge without verdicts */
  readonly judgeEffects: readonly (number | undefined)[];
  /** the mean over items that every judge scored; absent without such an item */
  readonly completeCasesMean?: number;
  readonly completeCases: number;
  /** the mean over items of the mean of their verdicts */
  readonly rawMean: number;
}

/**
 * The mean of a jury with missing verdicts, by least squares of score = item + judge. A lenient judge that misses hard items then does not raise
 * the mean. Items and judges without a verdict are left out.
 * Undefined without verdicts, and if no chain of items and judges connects all verdicts, because the judges then cannot be compared.
 * @param scores one row per item, one value per judge; undefined for a missing verdict
 */
export function severityAdjusted(scores: readonly (readonly (number | undefined)[])[]): SeverityAdjusted | Undefined {
  const rows = scores.filter((row) => row.some((score) => score !== undefined));
  if (rows.length === 0) return undefinedBecause("there is no verdict");
  const judges = Array.from({ length: greatest(rows.map((row) => row.length)) }, (_, judge) => judge).filter((judge) =>
    rows.some((row) => row[judge] !== undefined),
  );
  const effects = judgeEffects(rows, judges);
  if (effects === undefined) return undefinedBecause("no item connects all judges");
  const complete = rows.filter((row) => judges.every((judge) => row[judge] !== undefined));
  const itemMeans = rows.map((row) => mean(row.filter((score) => score !== undefined)));
  const adjusted = rows.map((row) =>
    mean(row.flatMap((score, judge) => (score === undefined ? [] : [score - (effects.get(judge) ?? 0)]))),
  );
  return {
    adjustedMean: mean(adjusted),
    judgeEffects: Array.from({ length: scores[0]?.length ?? 0 }, (_, judge) => effects.get(judge)),
    completeCases: complete.length,
    ...(complete.length === 0
      ? {}
      : { completeCasesMean: mean(complete.map((row) => mean(judges.map((judge) => row[judge] ?? Number.NaN)))) }),
    rawMean: mean(itemMeans),
  };
}

/** Solves the normal equations of the judges, after the items are eliminated. Undefined if the equations do not determine the effects. */
function judgeEffects(
  rows: readonly (readonly (number | undefined)[])[],
  judges: readonly number[],
): ReadonlyMap<number, number> | undefined {
  const size = judges.length;
  // the ones add the condition that the effects add to 0
  const matrix = judges.map(() => Array<number>(size + 1).fill(1));
  for (const line of matrix) line[size] = 0;
  for (const row of rows) {
    const present = judges.flatMap((judge, at) => {
      const score = row[judge];
      return score === undefined ? [] : [{ at, score }];
    });
    const centre = mean(present.map(({ score }) => score));
    for (const one of present) {
      const line = matrix[one.at];
      if (line === undefined) continue;
      line[one.at] = (line[one.at] ?? 0) + 1;
      line[size] = (line[size] ?? 0) + one.score - centre;
      for (const other of present) line[other.at] = (line[other.at] ?? 0) - 1 / present.length;
    }
  }
  const solution = solve(matrix);
  return solution === undefined ? undefined : new Map(judges.map((judge, at) => [judge, solution[at] ?? 0]));
}

/** Gauss-Jordan elimination with row exchange. @param matrix each line has its right side at the end. Undefined for a singular matrix */
function solve(matrix: number[][]): number[] | undefined {
  const size = matrix.length;
  for (let column = 0; column < size; column++) {
    let best = column;
    for (let line = column; line < size; line++)
      if (Math.abs(at(matrix, line, column)) > Math.abs(at(matrix, best, column))) best = line;
    const pivot = matrix[best];
    const first = matrix[column];
    if (pivot === undefined || first === undefined || Math.abs(at(matrix, best, column)) < 1e-9) return undefined;
    matrix[best] = first;
    matrix[column] = pivot;
    for (const line of matrix) {
      if (line === pivot) continue;
      const factor = (line[column] ?? 0) / (pivot[column] ?? 1);
      for (let i = column; i <= size; i++) line[i] = (line[i] ?? 0) - factor * (pivot[i] ?? 0);
    }
  }
  return matrix.map((line, i) => (line[size] ?? 0) / (line[i] ?? 1));
}

const at = (matrix: readonly (readonly number[])[], line: number, column: number): number =>
  matrix[line]?.[column] ?? 0;
