/** The characters of `outcomes`. A rate has 0 and 1; any other value is below, equal to or above the run's mean. */
export const OUTCOMES = { zero: "0", one: "1", below: "<", equal: "=", above: ">", unknown: "?" } as const;

/** The characters of `marks`. */
export const MARKS = {
  /** two judges differ on a criterion by at least half of the scale */
  disagree: "d",
  /** a judge gave no score */
  unscored: "u",
  refusal: "r",
  /** the reply ended at max_tokens */
  cut: "c",
  /** no reader found an answer in the reply */
  unread: "n",
  /** the profiles give different values */
  differs: "p",
} as const;
