/** The ratings of one item by two raters. */
export type RatingPair = readonly [a: number, b: number];
