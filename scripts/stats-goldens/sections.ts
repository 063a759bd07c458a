import { AGREEMENT } from "./agreement.ts";
import { BASIC } from "./basic.ts";
import { INFERENCE } from "./inference.ts";
import type { Section } from "./section.ts";

/** How each section of the goldens is computed. */
export const SECTIONS: Readonly<Record<string, Section>> = { ...BASIC, ...INFERENCE, ...AGREEMENT };
