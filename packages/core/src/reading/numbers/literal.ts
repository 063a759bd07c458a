/** A number of a text: text[from] to text[to - 1]. */
export interface Literal {
  readonly value: number;
  readonly from: number;
  readonly to: number;
}
