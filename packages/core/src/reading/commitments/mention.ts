/** A place of a text that names a value, such as a letter, the text of an option, or both. */
export interface Mention<T> {
  /** Undefined: its parts contradict each other, such as a letter with the text of another option. */
  readonly value: T | undefined;
  readonly from: number;
  readonly to: number;
  /** Whether it names the value beyond doubt: in brackets, as "option B", or with its text. */
  readonly isExplicit: boolean;
  /** Whether it has the value's letter or number, not only its text. */
  readonly hasCode?: boolean;
  /** A letter at the start of a line with other text after it: where that text starts. */
  readonly label?: number;
}
