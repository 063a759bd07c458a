import { normalCdf } from "@medhelm/core/statistics/distributions";
import { betaQuantile, normalQuantile } from "@medhelm/core/statistics/quantiles";

/** Returns the next number above 0 and below 1. */
export type NextUniform = () => number;

/** A seeded stream of random numbers: SFC32 of PractRand. */
export function uniformStream(seed: number, stream: number): NextUniform {
  let [a, b, c, counter] = [seed | 0, stream | 0, 0x9e3779b9 | 0, 1];
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return ((sum >>> 0) + 0.5) / 0x1_0000_0000;
  };
  for (let i = 0; i < 15; i++) next();
  return next;
}

/** Box and Muller 1958. */
export const normal = (next: NextUniform): number => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());

export interface Setting {
  readonly n: number;
  readonly isBinary: boolean;
  readonly isNearTop: boolean;
  readonly isClustered: boolean;
}

export interface DataSet {
  readonly scores: readonly number[];
  /** absent for independent scores */
  readonly clusters?: readonly number[];
}

/** The intraclass correlation of clustered scores. */
const ICC = 0.3;

/** n 60, 300 and 1,000; centre or near the top; independent or clustered; 0 and 1 or jury means. */
export const SETTINGS: readonly Setting[] = [true, false].flatMap((isBinary) =>
  [false, true].flatMap((isNearTop) =>
    [false, true].flatMap((isClustered) => [60, 300, 1000].map((n) => ({ n, isBinary, isNearTop, isClustered }))),
  ),
);

interface Place {
  readonly score: number;
  /** the probability of this score or a lower one */
  readonly below: number;
}

/** The possible scores of a jury of three on three criteria: ninths from 1 to 5. @param weight of a score that lost this many ninths */
function juryMeans(weight: (lost: number) => number): readonly Place[] {
  const weights = Array.from({ length: 37 }, (_, k) => weight(36 - k));
  const total = weights.reduce((sum, one) => sum + one, 0);
  let below = 0;
  return weights.map((one, k) => {
    below += one / total;
    return { score: 1 + k / 9, below };
  });
}

const meanOf = (places: readonly Place[]): number =>
  places.reduce((sum, { score, below }, k) => sum + score * (below - (places[k - 1]?.below ?? 0)), 0);

/** Scores with a place from 0, the worst, to 1 in the distribution of single scores. A common normal variable of a cluster makes its places alike. */
export function drawn(
  { n, isClustered }: Pick<Setting, "n" | "isClustered">,
  next: NextUniform,
  scoreAt: (place: number, next: NextUniform) => number,
): DataSet {
  if (!isClustered) return { scores: Array.from({ length: n }, () => scoreAt(next(), next)) };
  const levels = new Map<number, number>();
  return clustered(n, next, (cluster) => {
    const level = levels.get(cluster) ?? normalQuantile(next());
    levels.set(cluster, level);
    return scoreAt(normalCdf(Math.sqrt(ICC) * level + Math.sqrt(1 - ICC) * normalQuantile(next())), next);
  });
}

/** around 3, with a deviation of 0.8 */
const CENTRE = juryMeans((lost) => Math.exp(-0.5 * ((lost - 18) / 7.2) ** 2));
/** 60 % have full marks, the others lose one to six ninths */
const GOOD = juryMeans((lost) => (lost === 0 ? 0.6 : lost <= 6 ? 0.4 / 6 : 0));
/** they lose 0.4 to 2 */
const BAD = juryMeans((lost) => (lost >= 4 && lost <= 18 ? 1 : 0));
/** Bad answers are rare, and occur in all clusters: a sample of 60 has none in 9 of 100 cases. */
const BAD_SHARE = 0.04;

export interface Source {
  readonly min: number;
  readonly max: number;
  /** the mean that an interval has to cover */
  readonly mean: number;
  readonly draw: (next: NextUniform) => DataSet;
}

/** Draws data sets of a setting, whose mean is known. */
export function sourceOf({ n, isBinary, isNearTop, isClustered }: Setting): Source {
  if (isBinary) {
    const mean = isNearTop ? 0.95 : 0.5;
    // beta-binomial: the share of a cluster has the variance ICC p (1 - p)
    const size = 1 / ICC - 1;
    const draw = (next: NextUniform): DataSet => {
      if (!isClustered) return { scores: Array.from({ length: n }, () => (next() < mean ? 1 : 0)) };
      const shares = new Map<number, number>();
      return clustered(n, next, (cluster) => {
        const share = shares.get(cluster) ?? betaQuantile(next(), mean * size, (1 - mean) * size);
        shares.set(cluster, share);
        return next() < share ? 1 : 0;
      });
    };
    return { min: 0, max: 1, mean, draw };
  }
  const [usual, badShare] = isNearTop ? [GOOD, BAD_SHARE] : [CENTRE, 0];
  const mean = (1 - badShare) * meanOf(usual) + badShare * meanOf(BAD);
  const scoreAt = (p: number, next: NextUniform): number => {
    const places = next() < badShare ? BAD : usual;
    const at = places === BAD ? next() : p;
    return places.find(({ below }) => at <= below)?.score ?? 5;
  };
  const draw = (next: NextUniform): DataSet => drawn({ n, isClustered }, next, scoreAt);
  return { min: 1, max: 5, mean, draw };
}

/** Clusters of 1 to 8 items. */
function clustered(n: number, next: NextUniform, scoreIn: (cluster: number) => number): DataSet {
  const clusters: number[] = [];
  for (let cluster = 0; clusters.length < n; cluster++) {
    const size = Math.min(n - clusters.length, 1 + Math.floor(8 * next()));
    for (let i = 0; i < size; i++) clusters.push(cluster);
  }
  return { scores: clusters.map(scoreIn), clusters };
}
