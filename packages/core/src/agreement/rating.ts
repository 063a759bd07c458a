/** A clinician's rating of one item. An item is one answer of one model. */
export interface Rating {
  readonly item: string;
  readonly rater: string;
  readonly value: number;
}

/** The scale of the ratings, in whole points. */
export interface Scale {
  readonly min: number;
  readonly max: number;
}

/** The whole points of a scale. */
export const pointsOf = ({ min, max }: Scale): number[] => Array.from({ length: max - min + 1 }, (_, i) => min + i);

/** The whole point next to a mean of ratings; measures that need categories use it. */
export const toPoint = (value: number, { min, max }: Scale): number => Math.min(max, Math.max(min, Math.round(value)));
