export interface TwoWay {
  readonly tp: number;
  readonly fn: number;
  readonly fp: number;
  readonly tn: number;
  /** absent without positive items */
  readonly sensitivity?: number;
  /** absent without negative items */
  readonly specificity?: number;
  /** the mean of both; absent if one is absent */
  readonly balancedAccuracy?: number;
  /** Matthews' correlation coefficient, from -1 to 1; absent if a class or an answer never occurs */
  readonly mcc?: number;
}

/**
 * Measures of answers to two-way questions. A measure whose class never occurs is absent, never 0.
 * @param answers [gold, answer] of each item, true for positive
 */
export function twoWay(answers: readonly (readonly [gold: boolean, answer: boolean])[]): TwoWay {
  const count = (gold: boolean, answer: boolean) =>
    answers.filter((one) => one[0] === gold && one[1] === answer).length;
  const [tp, fn, fp, tn] = [count(true, true), count(true, false), count(false, true), count(false, false)];
  const sensitivity = tp + fn > 0 ? tp / (tp + fn) : undefined;
  const specificity = tn + fp > 0 ? tn / (tn + fp) : undefined;
  const product = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn);
  return {
    tp,
    fn,
    fp,
    tn,
    ...(sensitivity === undefined ? {} : { sensitivity }),
    ...(specificity === undefined ? {} : { specificity }),
    ...(sensitivity === undefined || specificity === undefined
      ? {}
      : { balancedAccuracy: (sensitivity + specificity) / 2 }),
    ...(product === 0 ? {} : { mcc: (tp * tn - fp * fn) / Math.sqrt(product) }),
  };
}
