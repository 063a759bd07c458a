/**
 * The scales of all charts. Horizontal places are per cent of the drawing's width. So one drawing fits every screen with text and marks at their own
 * size, without a viewBox, a script or an inline style.
 */
export type Axis = {
  from: number;
  to: number;
  ticks: number[];
  log?: boolean;
  label: (value: number) => string;
};

/** Place of a value in per cent, one decimal, kept inside the axis. */
export function at(axis: Axis, value: number): number {
  const f = axis.log ? Math.log : (x: number) => x;
  const share = axis.to === axis.from ? 0.5 : (f(value) - f(axis.from)) / (f(axis.to) - f(axis.from));
  return Math.round(1000 * Math.min(1, Math.max(0, share))) / 10;
}

/** Round steps (1, 2 or 5 times a power of ten) that hold all values; from 0 to 1 without values. */
export function linearAxis(
  values: readonly number[],
  options: { ticks?: number; bounds?: [number, number]; label?: (value: number) => string } = {},
): Axis {
  const { ticks: wanted = 5, bounds } = options;
  const low = values.length === 0 ? 0 : Math.min(...values);
  const high = values.length === 0 ? 1 : Math.max(...values);
  const rough = (high - low || 1) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((k) => k * power).find((s) => s >= rough) ?? rough;
  const from = Math.max(bounds?.[0] ?? -Infinity, round(Math.floor(low / step + 1e-9) * step));
  const to = Math.min(bounds?.[1] ?? Infinity, round(Math.ceil(high / step - 1e-9) * step));
  const ticks: number[] = [];
  for (let tick = Math.ceil(from / step - 1e-9) * step; tick <= to + 1e-9; tick += step) ticks.push(round(tick));
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return { from, to, ticks, label: options.label ?? ((value) => value.toFixed(digits)) };
}

const round = (x: number) => Number(x.toPrecision(12));

/** Ticks at 10, 20, 50, 100, ...; a little room at both ends. A value that is not above 0 is at the left end. */
export function logAxis(values: readonly number[], label: (value: number) => string): Axis {
  const positive = values.filter((value) => value > 0);
  const from = positive.length === 0 ? 0.01 : Math.min(...positive) / 1.8;
  const to = positive.length === 0 ? 1 : Math.max(...positive) * 1.12;
  const ticks: number[] = [];
  for (let power = 10 ** Math.floor(Math.log10(from)); power <= to; power *= 10)
    for (const k of [1, 2, 5]) if (k * power >= from && k * power <= to) ticks.push(k * power);
  return { from, to, ticks, log: true, label };
}

/** Width of a label in px, on the safe side: the reader's font is not known here. */
export const textWidth = (text: string, size = 12) => Array.from(text).length * size * 0.56;
