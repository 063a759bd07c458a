import { binomialCdf, binomialPmf } from "./distributions.ts";

/**
 * McNemar's test of two models on the same items without clusters: the exact p-value, and the mid-p that is less conservative
 * (Fagerland et al. 2013). Both are two-sided. Without an item that divides the models, both are 1.
 * @param onlyA items that only the first model answered right
 */
export function midPMcNemar(onlyA: number, onlyB: number): { readonly midP: number; readonly exactP: number } {
  const [less, n] = [Math.min(onlyA, onlyB), onlyA + onlyB];
  const both = 2 * binomialCdf(less, n, 0.5);
  return { midP: Math.min(1, both - binomialPmf(less, n, 0.5)), exactP: Math.min(1, both) };
}
