import { type Commitment } from "./commitment.ts";

/** A place at which a reply commits to a letter or a label. */
export interface Choice<T> extends Commitment<T> {
  /** The reply says that this value is possible too. */
  readonly isAlso: boolean;
  /** It only joins another answer: "B fits too", "B could also be right". */
  readonly isAddition: boolean;
  /** "..., but it is B" */
  readonly isContrast: boolean;
  /** "It would be A", "it might be A", "it looks like A" */
  readonly isSupposed: boolean;
  /** The reply only does not exclude it: "E cannot be ruled out". */
  readonly isOpen: boolean;
  /** "It may be B", "B is possible" */
  readonly isDoubted: boolean;
  /** "would be": a statement that yields to one without it. */
  readonly isMild: boolean;
  /** It is a question: "B?" */
  readonly isAsked: boolean;
  /** It ends its sentence. */
  readonly isEnd: boolean;
  /** A label of a list: "B) Correct ..." and "B: because ..." of a list may be of the options repeated. */
  readonly label?: number;
  /** The strength that an announcement before it gives it, unless it is of a list of the options. */
  readonly announced?: "stated" | "final";
  /** It has the form of an answer, "Answer: B", as the last line of many replies. */
  readonly isForm: boolean;
  /** "A is true": a verdict on the option's own statement. */
  readonly isVerdict: boolean;
  /** A value without any other word in its sentence. */
  readonly isBare: boolean;
  /** "so B", "overall: B" */
  readonly isConclusion: boolean;
  /** It is praised for the patient: "A would be the safer pick". */
  readonly isPraised: boolean;
  /** A source gives it: "The textbook says B". */
  readonly isSourced: boolean;
}
