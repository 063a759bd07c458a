import type { Interval } from "./interval.ts";
import { mean, squaresAround } from "./mean.ts";
import { normalQuantile, tCritical } from "./quantiles.ts";
import { wilsonForm } from "./wilson.ts";

export interface PpiMean {
  /** how much the judge's scores count, from 0 (not at all) to 1 */
  readonly lambda: number;
  readonly estimate: number;
  readonly interval: Interval;
  readonly humanOnly: number;
  /** the judge's mean of all items */
  readonly judgeOnly: number;
}

export interface PpiScores {
  /** the humans' score of each item that they rated */
  readonly human: readonly number[];
  /** the judge's score of the same items */
  readonly judgeOnHuman: readonly number[];
  /** the judge's scores of the other items */
  readonly judgeElsewhere: readonly number[];
}

/**
 * The mean of human scores, made more precise by a judge's scores of other items (PPI++: Angelopoulos, Duchi, Zrnic 2023, arXiv 2311.01453).
 * It holds for independent items of which a random part went to humans. Undefined for fewer than two items that humans rated, and without others.
 * @param level e.g. 0.95
 */
export function ppiMean({ human, judgeOnHuman, judgeElsewhere }: PpiScores, level = 0.95): PpiMean | undefined {
  const [n, others] = [human.length, judgeElsewhere.length];
  if (n < 2 || others === 0) return undefined;
  const [humanOnly, elsewhere, judgeThere] = [mean(human), mean(judgeElsewhere), mean(judgeOnHuman)];
  const covariance =
    human.reduce((sum, score, i) => sum + (score - humanOnly) * ((judgeOnHuman[i] ?? 0) - judgeThere), 0) / n;
  const all = [...judgeOnHuman, ...judgeElsewhere];
  const judgeOnly = mean(all);
  const variance = squaresAround(all, judgeOnly) / (all.length - 1);
  const lambda = variance > 0 ? Math.min(1, Math.max(0, covariance / ((1 + n / others) * variance))) : 0;
  const rest = human.map((score, i) => score - lambda * (judgeOnHuman[i] ?? 0));
  const estimate = lambda * elsewhere + mean(rest);
  const se = Math.sqrt(
    (lambda * lambda * squaresAround(judgeElsewhere, elsewhere)) / others ** 2 +
      squaresAround(rest, mean(rest)) / n ** 2,
  );
  const half = normalQuantile((1 + level) / 2) * se;
  return { lambda, estimate, interval: { low: estimate - half, high: estimate + half }, humanOnly, judgeOnly };
}

/**
 * The interval of a PPI++ mean of bounded ratings, in Wilson's form on the effective number of ratings and with Student's t. Unlike the plain
 * interval of few ratings, it has a width where all ratings are equal, and stays within the scale.
 * @param n number of items that humans rated
 */
export function boundedPpi(
  found: PpiMean,
  n: number,
  { min, max }: { readonly min: number; readonly max: number },
): PpiMean {
  const width = max - min;
  const share = Math.min(1, Math.max(0, (found.estimate - min) / width));
  const se = (found.interval.high - found.interval.low) / (2 * normalQuantile(0.975) * width);
  const effective = se > 0 && share > 0 && share < 1 ? (share * (1 - share)) / se ** 2 : n;
  const { low, high } = wilsonForm(share, effective, tCritical(0.95, n - 1));
  return { ...found, interval: { low: min + low * width, high: min + high * width } };
}
