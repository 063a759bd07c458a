import type { Section } from "./section.ts";

/** Joint inference over models (packages/core/src/inference). */
export const INFERENCE: Readonly<Record<string, Section>> = {};
