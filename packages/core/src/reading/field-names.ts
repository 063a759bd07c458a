/** The names of fields that a reader knows. */
export interface FieldNames {
  /** Keys of JSON and names of tags whose value is the answer, as canonicalKey() writes them. */
  readonly answers: ReadonlySet<string>;
}
