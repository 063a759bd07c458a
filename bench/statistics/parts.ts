/** The parts of docs/statistics.md and docs/ci.md that bench/statistics measures. */
export const PARTS = ["coverage", "rare", "few", "average", "family", "band", "gate"] as const;
export type Part = (typeof PARTS)[number];
