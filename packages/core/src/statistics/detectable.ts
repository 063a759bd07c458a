import { normalQuantile } from "./quantiles.ts";

export interface Power {
  /** e.g. 0.05, two-sided, divided among the comparisons (Bonferroni) */
  readonly alpha: number;
  /** e.g. 0.8 */
  readonly power: number;
  readonly comparisons: number;
}

/** How many standard errors a difference needs to be found with this power. */
const needed = ({ alpha, power, comparisons }: Power): number =>
  normalQuantile(1 - alpha / (2 * comparisons)) + normalQuantile(power);

/**
 * The smallest difference of two models that a benchmark can detect: (z(1-alpha/2m) + z(power)) se.
 * @param se the standard error of the mean difference: sd/√n, cluster-robust where there are clusters
 */
export const detectableDifference = (se: number, power: Power): number => needed(power) * se;

/** The number of independent items that a difference needs. @param sd of the differences per item */
export const itemsNeeded = (difference: number, sd: number, power: Power): number =>
  Math.ceil(((needed(power) * sd) / difference) ** 2);

/** The formula of the MedHELM paper: 5 %, power 80 %, one comparison, with rounded quantiles (0.84 + 1.96). */
export const detectablePaper = (se: number): number => (0.84 + 1.96) * se;
