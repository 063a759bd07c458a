import type { Index } from "@medhelm/core/ports";
import { STATE_NAMES, type StateName } from "../submissions/run-state.ts";
import { openSubmissionIds } from "./open-work.ts";
import { readStanding, shownCounts } from "./run-states.ts";

export interface OpenRuns {
  readonly submissions: number;
  /** the runs of all open submissions by state; each state has a count, so that a gauge falls back to 0 */
  readonly runs: ReadonlyMap<StateName, number>;
}

/** Counts the runs of the open submissions by state. It makes one query for each open submission. */
export async function openRunCounts(index: Index): Promise<OpenRuns> {
  const totals = new Map(STATE_NAMES.map((state) => [state, 0]));
  let submissions = 0;
  for await (const id of openSubmissionIds(index)) {
    const standing = await readStanding(index, id);
    if (standing === undefined) continue; // announced, and not stored yet
    submissions++;
    if (standing.counts === undefined) continue; // an earlier version wrote it; the sweep counts its runs
    const counts = shownCounts(standing.record, standing.counts);
    for (const state of STATE_NAMES) totals.set(state, (totals.get(state) ?? 0) + (counts[state] ?? 0));
  }
  return { submissions, runs: totals };
}
