export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The mean; NaN without values, so that the caller checks first. */
export const mean = (values: readonly number[]): number => sum(values) / values.length;

/** The mean; undefined without values. */
export const meanIfAny = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : mean(values);

/** The sum of squared differences from the mean. */
export function squaresAround(values: readonly number[], centre: number): number {
  return values.reduce((total, value) => total + (value - centre) ** 2, 0);
}
