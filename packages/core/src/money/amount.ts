/** An expected amount with its 90 % range. */
export interface Amount {
  readonly low: number;
  readonly expected: number;
  readonly high: number;
}

export const exactly = (value: number): Amount => ({ low: value, expected: value, high: value });

export const timesAmount = (a: Amount, b: Amount): Amount => ({
  low: a.low * b.low,
  expected: a.expected * b.expected,
  high: a.high * b.high,
});

/** The sum. The ranges add up, as if all errors had the same sign, so that the range of a total is not too narrow. */
export const sumAmounts = (amounts: readonly Amount[]): Amount => ({
  low: amounts.reduce((sum, { low }) => sum + low, 0),
  expected: amounts.reduce((sum, { expected }) => sum + expected, 0),
  high: amounts.reduce((sum, { high }) => sum + high, 0),
});

/** The normal quantile of a 90 % range. */
const Z90 = 1.645;

/** The mean of all `total` values from a sample of them, widened by `margin` on both sides. Without values: undefined. */
export function sampleMean(values: readonly number[], total: number, margin = 0): Amount | undefined {
  const count = values.length;
  if (count === 0) return undefined;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, count - 1);
  const unseen = total <= count ? 0 : 1 - count / total;
  const half = Z90 * Math.sqrt((variance / count) * unseen);
  return { low: Math.max(0, mean - half) * (1 - margin), expected: mean, high: (mean + half) * (1 + margin) };
}
