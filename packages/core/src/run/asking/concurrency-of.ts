/** The limit from which the best one is searched, and the highest one that is tried if the user gives none. */
export const FIRST_CONCURRENCY = 4;
export const MOST_CONCURRENCY = 64;

/** How many answers of a run a service's job works on at once until the first of them counts. Many are stored, and need no request. */
export const FIRST_LANES = 16;

/** The requests in flight to a deployment: as many as --num-threads says, or as many as are found to be best. */
export const concurrencyOf = ({ numThreads }: { readonly numThreads?: number | undefined }) =>
  numThreads === undefined
    ? { concurrency: MOST_CONCURRENCY, firstConcurrency: FIRST_CONCURRENCY }
    : { concurrency: numThreads };
