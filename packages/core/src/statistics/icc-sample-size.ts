import { normalQuantile } from "./quantiles.ts";

export interface IccSampleSize {
  /** the expected intraclass correlation, e.g. 0.75 */
  readonly icc: number;
  /** ratings of each item */
  readonly raters: number;
  /** the wanted width of the interval of the icc */
  readonly width: number;
  /** the wanted probability that the interval is no wider */
  readonly assurance: number;
  /** 1 less the level of the interval, e.g. 0.05 */
  readonly alpha: number;
}

/**
 * The number of items that a study of agreement needs (Zou 2012, Statistics in Medicine 31), as the MedHELM paper uses it. It is not rounded.
 * Undefined for fewer than two raters.
 */
export function iccSampleSize({ icc, raters: k, width, assurance, alpha }: IccSampleSize): number | undefined {
  if (k < 2) return undefined;
  const zAlpha = normalQuantile(1 - alpha / 2);
  const zBeta = normalQuantile(assurance);
  const a = (1 - icc) * (1 + (k - 1) * icc);
  const b = Math.abs(k - 2 + 2 * icc - 2 * k * icc);
  const root = Math.sqrt(a * a * zAlpha * zAlpha + 2 * width * zAlpha * zBeta * a * b);
  return 1 + ((a * zAlpha + root) / ((width / 2) * Math.sqrt(2 * k * (k - 1)))) ** 2;
}
