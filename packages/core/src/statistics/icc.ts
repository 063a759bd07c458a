import { fQuantile } from "./quantiles.ts";
import { sum } from "./mean.ts";

export const ICC_FORMS = ["ICC(1,1)", "ICC(A,1)", "ICC(C,1)", "ICC(1,k)", "ICC(A,k)", "ICC(C,k)"] as const;
export type IccForm = (typeof ICC_FORMS)[number];

export interface IccValue {
  readonly icc: number;
  /** the 95 % interval from F; undefined where the error's mean square is 0 */
  readonly low?: number;
  readonly high?: number;
}

export interface Icc {
  readonly meanSquares: MeanSquares;
  /** a form is undefined where its denominator is 0 */
  readonly forms: Readonly<Record<IccForm, IccValue | undefined>>;
}

interface MeanSquares {
  readonly rows: number;
  readonly columns: number;
  readonly error: number;
  readonly within: number;
}

/** An interval of 95 % has this share on each side. */
const UPPER = 0.975;

/**
 * Returns the six forms of the intraclass correlation of a full table with one row for each item and one column for each rater. "1": every item has other
 * raters; "A": agreement of the same raters; "C": their agreement except for a constant difference. "1" after the comma: one rater, "k": the
 * mean of all. Undefined for fewer than two items or raters. Source: McGraw and Wong 1996, tables 4 and 7.
 */
export function icc(ratings: readonly (readonly number[])[]): Icc | undefined {
  const n = ratings.length;
  const k = ratings[0]?.length ?? 0;
  if (n < 2 || k < 2) return undefined;
  const squares = meanSquaresOf(ratings, n, k);
  return {
    meanSquares: squares,
    forms: { ...oneWay(squares, n, k), ...consistency(squares, n, k), ...absolute(squares, n, k) },
  };
}

function meanSquaresOf(ratings: readonly (readonly number[])[], n: number, k: number): MeanSquares {
  const grand = sum(ratings.flat()) / (n * k);
  const rows = k * sum(ratings.map((row) => (sum(row) / k - grand) ** 2));
  const columnMeans = (ratings[0] ?? []).map((_, j) => sum(ratings.map((row) => row[j] ?? 0)) / n);
  const columns = n * sum(columnMeans.map((mean) => (mean - grand) ** 2));
  // sums of residuals instead of differences of sums, so that a perfect fit gives (nearly) 0
  let [error, within] = [0, 0];
  for (const row of ratings) {
    const mean = sum(row) / k;
    for (const [j, value] of row.entries()) {
      within += (value - mean) ** 2;
      error += (value - mean - (columnMeans[j] ?? 0) + grand) ** 2;
    }
  }
  const [noise, degrees] = [1e-24 * Math.max(1, grand ** 2) * n * k, (n - 1) * (k - 1)];
  const clean = (square: number): number => (square < noise ? 0 : square);
  return {
    rows: clean(rows) / (n - 1),
    columns: clean(columns) / (k - 1),
    error: clean(error) / degrees,
    within: clean(within) / (n * (k - 1)),
  };
}

type Forms<F extends IccForm> = Record<F, IccValue | undefined>;

function oneWay({ rows, within }: MeanSquares, n: number, k: number): Forms<"ICC(1,1)" | "ICC(1,k)"> {
  const ratio = rows / within;
  const low = ratio / fQuantile(UPPER, n - 1, n * (k - 1));
  const high = ratio * fQuantile(UPPER, n * (k - 1), n - 1);
  return {
    "ICC(1,1)": formValue((rows - within) / (rows + (k - 1) * within), single(low, k), single(high, k)),
    "ICC(1,k)": formValue((rows - within) / rows, 1 - 1 / low, 1 - 1 / high),
  };
}

function consistency({ rows, error }: MeanSquares, n: number, k: number): Forms<"ICC(C,1)" | "ICC(C,k)"> {
  const ratio = rows / error;
  const low = ratio / fQuantile(UPPER, n - 1, (n - 1) * (k - 1));
  const high = ratio * fQuantile(UPPER, (n - 1) * (k - 1), n - 1);
  return {
    "ICC(C,1)": formValue((rows - error) / (rows + (k - 1) * error), single(low, k), single(high, k)),
    "ICC(C,k)": formValue((rows - error) / rows, 1 - 1 / low, 1 - 1 / high),
  };
}

function absolute({ rows, columns, error }: MeanSquares, n: number, k: number): Forms<"ICC(A,1)" | "ICC(A,k)"> {
  const one = (rows - error) / (rows + (k - 1) * error + (k * (columns - error)) / n);
  const many = (rows - error) / (rows + (columns - error) / n);
  if (error === 0 || !Number.isFinite(one)) return { "ICC(A,1)": formValue(one), "ICC(A,k)": formValue(many) };
  // Satterthwaite's degrees of freedom of the denominator
  const byColumns = k * one * (columns / error);
  const byError = n * (1 + (k - 1) * one) - k * one;
  const degrees = ((n - 1) * (k - 1) * (byColumns + byError) ** 2) / ((n - 1) * byColumns ** 2 + byError ** 2);
  const rest = k * columns + (k * n - k - n) * error;
  const lowF = fQuantile(UPPER, n - 1, degrees);
  const highF = fQuantile(UPPER, degrees, n - 1);
  const low = (n * (rows - lowF * error)) / (lowF * rest + n * rows);
  const high = (n * (highF * rows - error)) / (rest + n * highF * rows);
  const averaged = (limit: number): number => (k * limit) / (1 + (k - 1) * limit);
  return { "ICC(A,1)": formValue(one, low, high), "ICC(A,k)": formValue(many, averaged(low), averaged(high)) };
}

const single = (ratio: number, k: number): number => (ratio - 1) / (ratio + k - 1);

function formValue(estimate: number, low = Number.NaN, high = Number.NaN): IccValue | undefined {
  if (!Number.isFinite(estimate)) return undefined;
  return Number.isFinite(low) && Number.isFinite(high) ? { icc: estimate, low, high } : { icc: estimate };
}
