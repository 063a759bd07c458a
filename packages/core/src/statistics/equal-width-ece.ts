import type { Answered } from "../metrics/calibration.ts";

/**
 * The expected calibration error over bins of equal width, (0, 0.1], (0.1, 0.2], ... with 0 in the first, weighted by their share of items
 * (Naeini et al. 2015), and the Brier score. HELM's ece_10_bin has bins of equal mass (metrics/calibration.ts).
 * Undefined without answers.
 */
export function equalWidthEce(
  answers: readonly Answered[],
  bins: number,
): { readonly ece: number; readonly brier: number } | undefined {
  if (answers.length === 0) return undefined;
  const ece = [...Map.groupBy(answers, ({ confidence }) => equalWidthBin(confidence, bins)).values()].reduce(
    (sum, bin) => {
      const correct = bin.filter(({ isCorrect }) => isCorrect).length;
      return sum + Math.abs(bin.reduce((total, { confidence }) => total + confidence, 0) - correct) / answers.length;
    },
    0,
  );
  const brier = answers.reduce((sum, { confidence, isCorrect }) => sum + (confidence - Number(isCorrect)) ** 2, 0);
  return { ece, brier: brier / answers.length };
}

/** The bin of a confidence, from 0. The edges are fractions like 3/10: confidence * 10 would put 0.3 elsewhere by rounding. */
export function equalWidthBin(confidence: number, bins: number): number {
  let bin = Math.max(0, Math.ceil(confidence * bins) - 1);
  if (bin > 0 && confidence <= bin / bins) bin -= 1;
  else if (confidence > (bin + 1) / bins) bin += 1;
  return Math.min(bins - 1, bin);
}
