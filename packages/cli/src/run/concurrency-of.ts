/** The limit from which the best one is searched, and the highest one that a command tries without --num-threads. */
export const FIRST_CONCURRENCY = 4;
export const MOST_CONCURRENCY = 64;

/** How many requests are in flight to a deployment: what --num-threads says, or what is found to be best. */
export const concurrencyOf = ({ numThreads }: { readonly numThreads?: number | undefined }) =>
  numThreads === undefined
    ? { concurrency: MOST_CONCURRENCY, firstConcurrency: FIRST_CONCURRENCY }
    : { concurrency: numThreads };
