/** The names of fields that a reader knows. */
export interface FieldNames {
  /** Keys of JSON and names of tags whose value is the answer, as canonicalKey() writes them. */
  readonly answers: ReadonlySet<string>;
  /** Whether the value of a key, with all values in it, is not the answer; by default no value is left out. */
  readonly isOther?: (key: string) => boolean;
  /** The words for a value that only its key explains, such as 1 for `{"hallucination": true}`; undefined: the value as it is. */
  readonly wordsFor?: (key: string, value: string) => string | undefined;
}
