import { betaDensity, incompleteBeta, tCdf } from "./distributions.ts";
import { findZero } from "./find-zero.ts";

/**
 * Quantiles of Student's t, the beta, the F and the normal distribution (docs/decisions/0019-quantiles.md).
 * A probability outside 0 to 1, or a parameter that is not above 0, has no quantile: the functions throw RangeError.
 */

/** The x with P(X <= x) = p of the beta distribution. */
export const betaQuantile = (p: number, a: number, b: number): number => betaParts(p, a, b).x;

/**
 * The x with P(X <= x) = p of Student's t. Infinitely many degrees of freedom give the normal distribution.
 * The search is the one of scipy 1.12, and ends up to 7e-9 from the exact value: the reference values of all intervals come from there.
 */
export function tQuantile(p: number, degrees: number): number {
  if (degrees === Infinity) return normalQuantile(p);
  check(p, degrees);
  if (p === 0 || p === 1) return p === 0 ? -Infinity : Infinity;
  const q = 1 - p;
  const isLower = p <= q;
  // it rises with t in the lower half, and falls in the upper half
  const excess = (t: number): number => (isLower ? tCdf(t, degrees) - p : tCdf(-t, degrees) - q);
  const start = tStart(p, degrees);
  const first = excess(start);
  if (first === 0) return start;
  const direction = first < 0 === isLower ? 1 : -1;
  let step = Math.max(0.5, 0.5 * Math.abs(start));
  let [near, far] = [start, start + direction * step];
  while (first * excess(far) > 0) {
    step *= 5;
    [near, far] = [far, far + direction * step];
  }
  return findZero(excess, Math.min(near, far), Math.max(near, far), 1e-8);
}

/** The start of the search: the expansion of Abramowitz and Stegun, 26.7.5. */
function tStart(p: number, degrees: number): number {
  const x = Math.abs(normalQuantile(p));
  const x2 = x * x;
  const terms = [
    (x2 + 1) / 4,
    ((5 * x2 + 16) * x2 + 3) / 96,
    (((3 * x2 + 19) * x2 + 17) * x2 - 15) / 384,
    ((((79 * x2 + 776) * x2 + 1482) * x2 - 1920) * x2 - 945) / 92_160,
  ];
  const sum = terms.reduce((total, term, i) => total + (term * x) / degrees ** (i + 1), x);
  return p >= 0.5 ? sum : -sum;
}

/** The x with P(X <= x) = p of the F distribution. Degrees of freedom may be fractions. */
export function fQuantile(p: number, df1: number, df2: number): number {
  const { x, y } = betaParts(p, df1 / 2, df2 / 2);
  return (df2 * x) / (df1 * y);
}

/** The number of standard errors on each side of a mean, e.g. 2.262 for the level 0.95 and 9 degrees of freedom. */
export const tCritical = (level: number, degrees: number): number => -tQuantile((1 - level) / 2, degrees);

function check(p: number, ...parameters: readonly number[]): void {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`${p} is no probability`);
  for (const parameter of parameters)
    if (!(parameter > 0)) throw new RangeError(`the parameter ${parameter} is not above 0`);
}

/** The quantile of the beta distribution and its complement to 1, each with all digits. */
function betaParts(p: number, a: number, b: number): { readonly x: number; readonly y: number } {
  check(p, a, b);
  if (p === 0) return { x: 0, y: 1 };
  if (p === 1) return { x: 1, y: 0 };
  if (incompleteBeta(0.5, a, b) >= p) {
    const x = lowerHalf(p, a, b);
    return { x, y: 1 - x };
  }
  const y = lowerHalf(1 - p, b, a);
  return { x: 1 - y, y };
}

/** Solves I_x(a, b) = p for 0 < x <= 0.5, by Newton's method between bounds. ln I is nearly a line in ln x. */
function lowerHalf(p: number, a: number, b: number): number {
  let low = -744;
  let high = Math.log(0.5);
  let at = Math.max(low, Math.min(high, Math.log(a / (a + b))));
  for (let i = 0; i < 200; i++) {
    const x = Math.exp(at);
    const y = 1 - x;
    const value = incompleteBeta(x, a, b, y);
    if (value < p) low = at;
    else high = at;
    const slope = (x * betaDensity(x, y, a, b)) / value;
    const newton = at - Math.log(value / p) / slope;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    const isClose = Math.abs(next - at) <= 4e-16 * Math.max(1, Math.abs(at));
    at = next;
    if (isClose) break;
  }
  return Math.exp(at);
}

/** The x with P(X <= x) = p of the normal distribution (Wichura 1988, algorithm AS 241). */
export function normalQuantile(p: number): number {
  check(p);
  const q = p - 0.5;
  if (Math.abs(q) <= 0.425) return q * ratio(0.180625 - q * q, CENTRE);
  const r = Math.sqrt(-Math.log(Math.min(p, 1 - p)));
  if (r === Infinity) return Math.sign(q) * Infinity;
  return Math.sign(q) * (r <= 5 ? ratio(r - 1.6, MIDDLE) : ratio(r - 5, TAIL));
}

interface Ratio {
  readonly above: readonly number[];
  readonly below: readonly number[];
}

const ratio = (x: number, { above, below }: Ratio): number => polynomial(x, above) / polynomial(x, below);
/** The coefficients begin with the one of the highest power. */
const polynomial = (x: number, coefficients: readonly number[]): number =>
  coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0);

const CENTRE: Ratio = {
  above: [
    2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946, 1971.5909503065513,
    133.14166789178438, 3.3871328727963665,
  ],
  below: [
    5226.495278852546, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751, 687.1870074920579,
    42.31333070160091, 1,
  ],
};
const MIDDLE: Ratio = {
  above: [
    0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684, 3.6478483247632045,
    5.769497221460691, 4.630337846156546, 1.4234371107496835,
  ],
  below: [
    1.0507500716444169e-9, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008, 0.6897673349851,
    1.6763848301838038, 2.053191626637759, 1,
  ],
};
const TAIL: Ratio = {
  above: [
    2.0103343992922881e-7, 2.7115555687434876e-5, 0.0012426609473880784, 0.026532189526576124, 0.29656057182850487,
    1.7848265399172913, 5.463784911164114, 6.657904643501103,
  ],
  below: [
    2.0442631033899397e-15, 1.421511758316446e-7, 1.8463183175100548e-5, 0.0007868691311456133, 0.014875361290850615,
    0.1369298809227358, 0.599832206555888, 1,
  ],
};
