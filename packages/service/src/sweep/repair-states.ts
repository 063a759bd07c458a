import type { Index } from "@medhelm/core/ports";
import type { StoredSubmission } from "@medhelm/core/submission";
import { CONCURRENT_READS, mapBounded } from "../concurrency/map-bounded.ts";
import { indexedState, repairRunState, type RunStateRecord } from "../index/run-states.ts";
import { isFinal } from "../submissions/run-state.ts";
import type { HandledState } from "../submissions/submission-run-state.ts";

/**
 * Brings the run states of a submission in the index up to its objects, after a process that ended between the two.
 * `stored`: the records as they were read before the objects. A cancelled run needs no record, because the cancellation
 * is in the submission's own record.
 */
export async function repairStates(
  index: Index,
  { id, request, runs }: StoredSubmission,
  stored: ReadonlyMap<number, RunStateRecord>,
  derived: ReadonlyMap<number, HandledState>,
): Promise<void> {
  const wrong = [...derived].filter(([ordinal, found]) => differs(stored.get(ordinal), found));
  await mapBounded(wrong, CONCURRENT_READS, async ([ordinal, { state, isHandled, isUnreadable }]) => {
    const before = stored.get(ordinal);
    const run = runs[ordinal]?.run;
    const of = { id, ordinal, ...(run === undefined ? {} : { suite: request.suite, run }) };
    await repairRunState(index, of, before, {
      state,
      ...(isHandled ? { isHandled: true as const } : {}),
      ...(isUnreadable === true ? { isUnreadable } : {}),
    });
  });
}

function differs(stored: RunStateRecord | undefined, { state, isHandled, isUnreadable }: HandledState): boolean {
  if (state.state === "cancelled") return false;
  // the index knows how the run ended
  if (isUnreadable === true && stored !== undefined && isFinal(stored.state) && stored.isUnreadable !== true)
    return false;
  if (stored === undefined) return state.state !== "queued";
  return (
    JSON.stringify(stored.state) !== JSON.stringify(indexedState(state)) || (stored.isHandled === true) !== isHandled
  );
}
