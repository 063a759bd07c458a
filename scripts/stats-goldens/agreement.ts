import type { Section } from "./section.ts";

/** Agreement between raters (packages/core/src/agreement). */
export const AGREEMENT: Readonly<Record<string, Section>> = {};
