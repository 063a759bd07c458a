import type { AnswerCounts } from "./answer-all.ts";
import type { OpenModels } from "../models/open-models.ts";

/** An answer waits for its verdict, and for a second one if the first cannot be read. */
const LANES_PER_JUDGE = 3;

/** Requests that are ready when a slot becomes free: an answer is stored and counted after it has freed its slot. */
const MOST_READY = 64;

/**
 * The number of requests in flight. It keeps every deployment busy, because the candidate gives the next answers while the judges read earlier ones.
 * The limiters of the deployments bound what is in flight. Before the first verdict it is `concurrency`, so that a jury without one readable verdict
 * costs few answers.
 */
export function lanesOf({ candidate, judges }: OpenModels, concurrency: number) {
  const ofJudges = Math.max(0, ...Array.from(judges.values(), (judge) => judge.concurrency));
  const ready = Math.min(candidate.concurrency, MOST_READY);
  const wide = candidate.concurrency + ready + LANES_PER_JUDGE * ofJudges;
  return ({ answered, verdictsScored }: Pick<AnswerCounts, "answered" | "verdictsScored">): number =>
    (ofJudges === 0 ? answered : verdictsScored) > 0 ? wide : concurrency;
}
