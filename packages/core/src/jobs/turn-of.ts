import type { JobRequest } from "../ports.ts";

/** The turn of all further workers of pools. No name of an owner has a space. */
export const FURTHER_TURN = "further workers of pools";

/** In whose turn a job starts: its owner's or, for the first worker of a pool, the pool's. */
export function turnOf({ owner, pool }: Pick<JobRequest, "owner" | "pool">): string | undefined {
  if (pool === undefined) return owner;
  return pool.isFurther ? FURTHER_TURN : `the pool of ${pool.deployment}`;
}
