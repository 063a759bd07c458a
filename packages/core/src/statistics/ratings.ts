/** One row for each item, one column for each rater; null where the rater gave no rating. */
export type Ratings = readonly (readonly (number | null)[])[];
