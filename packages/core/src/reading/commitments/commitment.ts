import type { StepName } from "../reading.ts";

/** How strongly a reply commits to a value, from the weakest on. Each kind of reply uses some of them. */
export const STRENGTHS = [
  "in brackets",
  "named",
  "result",
  "sum",
  "total",
  "requested",
  "leads",
  "stated",
  "form",
  "final",
] as const;
export type Strength = (typeof STRENGTHS)[number];

/** Whether the first strength is less than the second. */
export const isWeaker = (one: Strength, other: Strength): boolean => STRENGTHS.indexOf(one) < STRENGTHS.indexOf(other);

/** A place of a text at which a reply commits to a value, or to several side by side. */
export interface Commitment<T> {
  /** One value; several: alternatives; none: a contradiction or a range. */
  readonly values: readonly T[];
  readonly strength: Strength;
  readonly from: number;
  readonly to: number;
}

/** A place that names a value and is no commitment, with the step that leaves it out. */
export interface LeftOut {
  readonly why: StepName;
  readonly from: number;
  readonly to: number;
}

/** The commitments of a text, in order, and the places that are none. */
export interface Commitments<C> {
  readonly made: readonly C[];
  readonly leftOut: readonly LeftOut[];
}
