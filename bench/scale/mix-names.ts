/** Names of what a simulated submission has: MIXES of workload.ts explains them. */
export const MIX_NAMES = ["full", "mixed", "one", "day"] as const;
export type MixName = (typeof MIX_NAMES)[number];
