/** The most requests in a shard, and the answers in an object. */
export const SHARD_REQUESTS = 500;
