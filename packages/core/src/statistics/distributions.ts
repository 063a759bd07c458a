/**
 * Distribution functions. Relative errors are below 1e-12 for parameters up to a million (docs/decisions/0019-quantiles.md).
 * Sources: Lentz's continued fraction of the incomplete beta function (Numerical Recipes, 6.4); its factor by Loader's saddle point (2000).
 */

/** Lanczos' approximation with g = 7 and 9 terms (Godfrey 2001). */
const LANCZOS: readonly [number, ...number[]] = [
  0.9999999999998099, 676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
];

/** ln Γ(x) for 0.5 <= x. */
function logGamma(x: number): number {
  const [first, ...terms] = LANCZOS;
  const sum = terms.reduce((total, term, i) => total + term / (x + i), first);
  const t = x + 6.5;
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
}

/** The error of Stirling's formula: ln Γ(n + 1) - ln(sqrt(2πn) (n/e)^n). */
function stirlingError(n: number): number {
  if (n <= 15) return logGamma(n + 1) - (n + 0.5) * Math.log(n) + n - 0.5 * Math.log(2 * Math.PI);
  const n2 = n * n;
  return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / 1188 / n2) / n2) / n2) / n2) / n;
}

/** x ln(x/m) + m - x, without the loss of digits where x is near m. */
function deviance(x: number, m: number): number {
  const difference = x - m;
  if (Math.abs(difference) >= 0.1 * (x + m)) return x * Math.log(x / m) - difference;
  const v = difference / (x + m);
  let sum = difference * v;
  let term = 2 * x * v;
  for (let j = 3; j < 1000; j += 2) {
    term *= v * v;
    const next = sum + term / j;
    if (next === sum) break;
    sum = next;
  }
  return sum;
}

/** x^a y^b / B(a, b) for x + y = 1, both above 0. */
function betaFactor(x: number, y: number, a: number, b: number): number {
  const n = a + b;
  const exponent = stirlingError(n) - stirlingError(a) - stirlingError(b) - deviance(a, n * x) - deviance(b, n * y);
  return Math.exp(exponent) * Math.sqrt((a * b) / (2 * Math.PI * n));
}

const TINY = 1e-300;
const notZero = (value: number): number => (Math.abs(value) < TINY ? TINY : value);

/** The continued fraction of the incomplete beta function. It converges quickly for x <= (a + 1) / (a + b + 2). */
function continuedFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / notZero(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m < 100_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / notZero(1 + even * d);
    c = notZero(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / notZero(1 + odd * d);
    c = notZero(1 + odd / c);
    const step = d * c;
    fraction *= step;
    if (Math.abs(step - 1) < 1e-15) break;
  }
  return fraction;
}

/**
 * The regularised incomplete beta function I_x(a, b), a and b above 0.
 * @param y 1 - x, if the caller knows it with more digits
 */
export function incompleteBeta(x: number, a: number, b: number, y = 1 - x): number {
  if (x <= 0) return 0;
  if (y <= 0) return 1;
  const factor = betaFactor(x, y, a, b);
  return x > (a + 1) / (a + b + 2)
    ? 1 - (factor * continuedFraction(y, b, a)) / b
    : (factor * continuedFraction(x, a, b)) / a;
}

/** The density of the beta distribution at x, for x + y = 1, both above 0. */
export const betaDensity = (x: number, y: number, a: number, b: number): number => betaFactor(x, y, a, b) / (x * y);

/** P(|T| > |t|) of Student's t; of the normal distribution for infinitely many degrees of freedom. */
export function tTwoSided(t: number, degrees: number): number {
  if (degrees === Infinity) return 2 * normalCdf(-Math.abs(t));
  const t2 = t * t;
  if (t2 === Infinity) return 0;
  return incompleteBeta(degrees / (degrees + t2), degrees / 2, 0.5, t2 / (degrees + t2));
}

/** P(T <= t) of Student's t. */
export const tCdf = (t: number, degrees: number): number =>
  t < 0 ? tTwoSided(t, degrees) / 2 : 1 - tTwoSided(t, degrees) / 2;

/** P(Z <= z) of the normal distribution, with an absolute error below 1e-15 (Marsaglia 2004, J. Stat. Software 11(4)). */
export function normalCdf(z: number): number {
  if (z < -38) return 0;
  if (z > 38) return 1;
  if (Math.abs(z) > 7) return z < 0 ? upperTail(-z) : 1 - upperTail(z);
  let sum = z;
  let term = z;
  for (let i = 3; Math.abs(term) > 1e-17 * Math.abs(sum); i += 2) {
    term *= (z * z) / i;
    sum += term;
  }
  return 0.5 + sum * Math.exp(-0.5 * z * z - 0.5 * Math.log(2 * Math.PI));
}

/** P(Z > z) for z > 7, by the continued fraction of Laplace. */
function upperTail(z: number): number {
  let fraction = z;
  for (let i = 60; i > 0; i--) fraction = z + i / fraction;
  return Math.exp(-0.5 * z * z - 0.5 * Math.log(2 * Math.PI)) / fraction;
}

/** P(X = k) of the binomial distribution, for 0 <= p <= 1. */
export function binomialPmf(k: number, n: number, p: number): number {
  if (k < 0 || k > n) return 0;
  if (k === 0) return (1 - p) ** n;
  if (k === n) return p ** n;
  const exponent =
    stirlingError(n) - stirlingError(k) - stirlingError(n - k) - deviance(k, n * p) - deviance(n - k, n * (1 - p));
  return Math.exp(exponent) * Math.sqrt(n / (2 * Math.PI * k * (n - k)));
}

/** P(X <= k) of the binomial distribution. */
export function binomialCdf(k: number, n: number, p: number): number {
  if (k < 0) return 0;
  if (k >= n) return 1;
  return incompleteBeta(1 - p, n - k, k + 1, p);
}
