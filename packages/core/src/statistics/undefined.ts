/** The reason why a number does not exist. Such a number is never NaN, and never 0. */
export interface Undefined {
  /** the end of a sentence, e.g. "all scores are in one cluster" */
  readonly undefinedBecause: string;
}

export const undefinedBecause = (reason: string): Undefined => ({ undefinedBecause: reason });

export const isUndefined = (value: object): value is Undefined => "undefinedBecause" in value;
