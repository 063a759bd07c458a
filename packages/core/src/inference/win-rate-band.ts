import type { Interval } from "../statistics/interval.ts";
import { type Undefined, undefinedBecause } from "../statistics/undefined.ts";
import { addAt } from "./add-at.ts";
import { NO_VARIANCE } from "./pair-tests.ts";

/** A column with its joint bootstrap; a larger value is better. */
export interface BandColumn {
  readonly rows: readonly number[];
  /** for each of `rows`, its place in a replicate */
  readonly models: readonly number[];
  /** the number of models in a replicate */
  readonly width: number;
  /** the value of model m in replicate b, at b * width + m */
  readonly replicates: Float64Array;
}

const Z = 1.959963984540054;

/**
 * The band in which a rerun on new items of the same benchmarks prints the mean win rate of a row: value ± √2 · 1.96 · d. Here d is the root mean
 * square deviation of the replicates from the value. The factor √2 is there because both prints have an error. Deviations from the replicates' own
 * mean would be too small, because that mean is nearer to one half than the value is. The band says nothing about the order of rows. It is undefined
 * where no score varies, since such items do not say what others would give.
 * @param rates the printed mean win rates, null for a row without one
 */
export function winRateBand(
  rates: readonly (number | null)[],
  columns: readonly BandColumn[],
  replicates: number,
): (Interval | Undefined | undefined)[] {
  const squares = new Float64Array(rates.length);
  const total = new Float64Array(rates.length);
  const counts = new Int32Array(rates.length);
  const spaces = columns.map((column) => {
    const order = Int32Array.from(column.rows.keys());
    return { column, space: { values: new Float64Array(order.length), order } };
  });
  for (const { rows } of columns) if (rows.length > 1) for (const row of rows) counts[row] = (counts[row] ?? 0) + 1;
  for (let replicate = 0; replicate < replicates; replicate++) {
    total.fill(0);
    for (const { column, space } of spaces) addWins(column, replicate, space, total);
    for (let row = 0; row < rates.length; row++) {
      const rate = (total[row] ?? 0) / (counts[row] ?? 1);
      addAt(squares, row, (rate - (rates[row] ?? 0)) ** 2);
    }
  }
  const varying = new Set(
    columns.filter((column) => column.rows.length > 1 && varies(column)).flatMap(({ rows }) => rows),
  );
  return rates.map((rate, row) => {
    if (rate === null || counts[row] === 0) return undefined;
    if (!varying.has(row)) return undefinedBecause(NO_VARIANCE);
    const half = Math.SQRT2 * Z * Math.sqrt((squares[row] ?? 0) / replicates);
    return { low: Math.max(0, rate - half), high: Math.min(1, rate + half) };
  });
}

/** Equal means of a bootstrap differ in their last digits. */
const SAME = 1e-12;

/** Whether the value of any row differs between the replicates. */
function varies({ rows, models, width, replicates }: BandColumn): boolean {
  for (let start = width; start < replicates.length; start += width)
    for (const j of rows.keys()) {
      const model = models[j] ?? 0;
      if (Math.abs((replicates[start + model] ?? 0) - (replicates[model] ?? 0)) > SAME) return true;
    }
  return false;
}

interface Space {
  readonly values: Float64Array;
  /** the rows from the smallest value; a replicate begins with the order of the one before it, which is nearly its own */
  readonly order: Int32Array;
}

/** Adds each row's share of beaten rows in one replicate of a column, ties half. */
function addWins(
  { rows, models, width, replicates }: BandColumn,
  replicate: number,
  { values, order }: Space,
  total: Float64Array,
): void {
  const count = rows.length;
  if (count < 2) return;
  for (let j = 0; j < count; j++) values[j] = replicates[replicate * width + (models[j] ?? 0)] ?? 0;
  sortByValue(order, values);
  for (let start = 0; start < count; ) {
    const value = values[order[start] ?? 0] ?? 0;
    let end = start + 1;
    while (end < count && values[order[end] ?? 0] === value) end++;
    const share = (start + 0.5 * (end - start - 1)) / (count - 1);
    for (; start < end; start++) addAt(total, rows[order[start] ?? 0] ?? 0, share);
  }
}

function sortByValue(order: Int32Array, values: Float64Array): void {
  for (let i = 1; i < order.length; i++) {
    const own = order[i] ?? 0;
    const value = values[own] ?? 0;
    let place = i;
    for (; place > 0 && (values[order[place - 1] ?? 0] ?? 0) > value; place--) order[place] = order[place - 1] ?? 0;
    order[place] = own;
  }
}
