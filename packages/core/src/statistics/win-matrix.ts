import { mean, squaresAround } from "./mean.ts";
/** The share of common columns in which a model beats another, with ties as half. */
export interface WinShare {
  /** absent without a common column */
  readonly share?: number;
  /** the number of common columns */
  readonly n: number;
}

export interface WinMatrix {
  /** row against column; undefined on the diagonal */
  readonly shares: readonly (readonly (WinShare | undefined)[])[];
  /** of each row: the standard deviation of its shares, with 1/n; undefined without an opponent */
  readonly sdOverOpponents: readonly (number | undefined)[];
}

/**
 * Compares all pairs of models by their scores on common columns.
 * @param scores one row per model, one value per column; undefined without a score
 * @param lowerIsBetter one per column; null if the column does not rank models
 * @param tie the share of a tied column; the MedHELM paper counts 0
 */
export function winMatrix(
  scores: readonly (readonly (number | undefined)[])[],
  lowerIsBetter: readonly (boolean | null)[],
  tie = 0.5,
): WinMatrix {
  const shares = scores.map((row, i) =>
    scores.map((other, j) => (i === j ? undefined : winShare(row, other, lowerIsBetter, tie))),
  );
  return {
    shares,
    sdOverOpponents: shares.map((row) => {
      const known = row.flatMap((one) => one?.share ?? []);
      if (known.length === 0) return undefined;
      return Math.sqrt(squaresAround(known, mean(known)) / known.length);
    }),
  };
}

function winShare(
  row: readonly (number | undefined)[],
  other: readonly (number | undefined)[],
  lowerIsBetter: readonly (boolean | null)[],
  tie: number,
): WinShare {
  let [won, n] = [0, 0];
  for (const [column, isLower] of lowerIsBetter.entries()) {
    const [a, b] = [row[column], other[column]];
    if (a === undefined || b === undefined || isLower === null) continue;
    n += 1;
    if (a === b) won += tie;
    else if (a < b === isLower) won += 1;
  }
  return n === 0 ? { n } : { share: won / n, n };
}
