import { clusterRobust } from "../../statistics/cluster-robust.ts";
import type { Interval } from "../../statistics/interval.ts";
import { tCritical } from "../../statistics/quantiles.ts";

/** The score of one question by one model. */
export interface PairedItem {
  readonly id: string;
  /** the first words of the question: items with one id and other words are other questions */
  readonly text: string;
  /** undefined: no score */
  readonly value: number | undefined;
  /** the number of the question's cluster; undefined: it is independent */
  readonly cluster?: number | undefined;
}

/** The runs of two models with one name, e.g. of one condition of a benchmark. */
export interface PairedPart {
  readonly a: readonly PairedItem[];
  readonly b: readonly PairedItem[];
}

export interface PairedItems {
  /** number of questions that both models have a score for */
  readonly n: number;
  /** of the first model to the second: the unweighted mean over parts of the mean differences */
  readonly difference: number;
  /** the 95 % interval by Student's t, robust against clusters; absent if the differences of a part do not vary, or it has one cluster */
  readonly interval?: Interval;
}

/** The mean of several rows of one item, such as repeated requests. */
export function byItem(items: readonly PairedItem[]): Map<string, PairedItem> {
  const rows = Map.groupBy(
    items.filter(({ value }) => value !== undefined),
    ({ id }) => id,
  );
  return new Map(
    [...rows].flatMap(([id, all]) => {
      const [first] = all;
      const sum = all.reduce((total, { value = 0 }) => total + value, 0);
      return first === undefined ? [] : [[id, { ...first, value: sum / all.length }] as const];
    }),
  );
}

/** Compares two models on their common questions. Undefined if a part has none. */
export function pairItems(parts: readonly PairedPart[]): PairedItems | undefined {
  const found = parts.map(({ a, b }) => {
    const others = byItem(b);
    const common = [...byItem(a).values()].flatMap((one) => {
      const other = others.get(one.id);
      return other?.text === one.text ? [{ one, value: (one.value ?? 0) - (other.value ?? 0) }] : [];
    });
    const clusters = common.map(({ one }) => (one.cluster === undefined ? `item ${one.id}` : one.cluster));
    const robust = clusterRobust(
      common.map(({ value }) => value),
      clusters,
    );
    return { n: common.length, robust };
  });
  const robust = found.flatMap((part) => part.robust ?? []);
  if (robust.length === 0 || robust.length < parts.length) return undefined;
  const n = found.reduce((sum, part) => sum + part.n, 0);
  const difference = robust.reduce((sum, { mean }) => sum + mean, 0) / robust.length;
  const variances = robust.map(({ se = 0 }) => se ** 2);
  const variance = variances.reduce((sum, one) => sum + one, 0);
  if (variance === 0 || robust.some(({ se }) => se === undefined)) return { n, difference };
  // Satterthwaite 1946
  const degrees = variance ** 2 / robust.reduce((sum, part, i) => sum + (variances[i] ?? 0) ** 2 / part.degrees, 0);
  const half = (tCritical(0.95, degrees) * Math.sqrt(variance)) / robust.length;
  return { n, difference, interval: { low: difference - half, high: difference + half } };
}
