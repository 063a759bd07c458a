import type { Commitment, LeftOut } from "../commitments/commitment.ts";
import type { Sentence } from "../text/sentences.ts";
import type { Moment } from "./value-moment.ts";
import type { ValuePlace } from "./value-place.ts";

/** A place at which a reply commits to a value. */
export interface Statement<T> extends ValuePlace<T>, Commitment<T> {
  /** How well the words before it name the quantity of the question. */
  readonly share: number;
  readonly sentence: Sentence;
  /** It is the result of a calculation: "= 54". */
  readonly isCalculated: boolean;
  /** Another value that is possible too: "or 50", "maybe 50". */
  readonly isAlso: boolean;
  /** "with actual body weight": it holds for one of several ways. */
  readonly isVariant: boolean;
  /** "would be 66" */
  readonly isHypothetical: boolean;
  /** "to reach a BMI of 24.9 he would have to lose weight" */
  readonly isAim: boolean;
  /** "7 with vasopressors" */
  readonly isWay: boolean;
  /** "The current score is 0", "which keeps the total at 2": the state of a sum that goes on. */
  readonly isRunning: boolean;
  /** The time for which it holds. */
  readonly moment: Moment | undefined;
}

/** A place whose value is no answer, with the step that leaves it out. */
export interface LeftOutValue<T> extends ValuePlace<T>, LeftOut {}

/** The statements of a text, and the places that are none. */
export interface Found<T> {
  readonly made: readonly Statement<T>[];
  readonly leftOut: readonly LeftOutValue<T>[];
}
