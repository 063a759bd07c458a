import { type Axis, at } from "./scale.ts";

export type Difference = { value: number; low: number; high: number };

/** Above, below, or neither: the interval alone decides. */
export const verdict = ({ low, high }: Difference): "up" | "down" | "even" =>
  low > 0 ? "up" : high < 0 ? "down" : "even";

/**
 * One row of a table: a difference and its interval about the zero line. Filled where the interval leaves out zero (a
 * square below, a disc above), hollow where it does not, so that it reads without colour.
 */
export function forest(data: Difference, options: { axis: Axis; grid: string; strong?: boolean }): string {
  const { axis, grid, strong } = options;
  const kind = verdict(data);
  const x = `${at(axis, data.value)}%`;
  const size = strong ? 7 : 5;
  const dot =
    kind === "down"
      ? `<svg x="${x}" y="50%" overflow="visible"><rect x="${-size}" y="${-size}" width="${2 * size}" height="${2 * size}"/></svg>`
      : `<circle cx="${x}" cy="50%" r="${size}"/>`;
  return `<svg class="di fo ${kind}" aria-hidden="true"><use href="#${grid}"/><line x1="${at(axis, data.low)}%" x2="${at(axis, data.high)}%" y1="50%" y2="50%"/>${dot}</svg>`;
}

/** Symmetric about zero, wide enough for the intervals but never wider than `most`. */
export function differenceAxis(data: readonly Difference[], most = 0.5): Axis {
  const reach = Math.min(most, Math.max(0.05, ...data.flatMap(({ low, high }) => [Math.abs(low), Math.abs(high)])));
  const step = [0.05, 0.1, 0.2, 0.25, 0.5].find((size) => size * 2.5 >= reach) ?? 0.5;
  const end = Math.ceil(reach / step - 1e-9) * step;
  const half = Math.round(end / step);
  const ticks = Array.from({ length: 2 * half + 1 }, (_, i) => Number(((i - half) * step).toFixed(4)));
  const digits = step < 0.1 || step === 0.25 ? 2 : 1;
  return {
    from: -end,
    to: end,
    ticks,
    label: (value) => (value === 0 ? "0" : `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(digits)}`),
  };
}
