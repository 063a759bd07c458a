import type { Commitment } from "@medhelm/core/reading/commitments/commitment";

/** A value of a claim: no error, an error, or an error in the sentence with this ID. */
export type Value = "none" | "error" | number;
/**
 * The statement of a place of a reply about the text. Strengths: `final` and `form` (the form of an answer), `stated`, `leads` (an error in no
 * named sentence), `named` (a sentence is only named).
 */
export interface Claim extends Commitment<Value> {
  /** All other claims override it, because it is about some sentences only, or is a field without an ID. */
  readonly isWeak?: boolean;
}
