/** Of the 26,000 answers of a release, 2,000 replicates place the 5 % limit within half a percent. */
export const SAMPLING = { seed: 0, replicates: 2000 };
