/** A place of a text that may give the value of the question. */
export interface ValuePlace<T> {
  /** Undefined: a range, a bound or a list, which is no single value. */
  readonly value: T | undefined;
  readonly from: number;
  readonly to: number;
  /** It is the result of arithmetic: "1 + 2 = 3". */
  readonly isSum?: boolean;
  /** It counts only where nothing else does: a year, a per cent next to a score. */
  readonly isDoubtful?: boolean;
}
