import type { RunState } from "@medhelm/core/submission";

/** Estimates before this time vary too much. */
const FIRST_ESTIMATE_MS = 5000;

/**
 * Estimates how long a submission still takes, from the pace since the first look. Each run counts alike, because a run that waits has no
 * number of requests yet. A run whose judging starts has its whole part before it again, and its answers still count for the pace.
 * @returns seconds; undefined while no pace is known, and when only work without numbers is left
 */
export function remainingTime(): (states: ReadonlyMap<string, RunState>, nowMs: number) => number | undefined {
  const parts = new Map<string, number>();
  let startMs: number | undefined;
  /** The parts that were done since the first look, in all phases. */
  let worked = 0;
  return (states, nowMs) => {
    for (const [run, state] of states) {
      const before = parts.get(run);
      const part = partOf(state) ?? before ?? 0;
      if (startMs !== undefined) worked += Math.max(0, part - (before ?? 0));
      parts.set(run, part);
    }
    startMs ??= nowMs;
    const left = [...parts.values()].reduce((sum, part) => sum + 1 - part, 0);
    const elapsedMs = nowMs - startMs;
    if (worked === 0 || left === 0 || elapsedMs < FIRST_ESTIMATE_MS) return undefined;
    return (left * elapsedMs) / worked / 1000;
  };
}

/** The part of a run's work that is done. Undefined: as before. */
function partOf(state: RunState): number | undefined {
  if (state.state === "queued" || state.state === "awaiting") return undefined;
  if (state.state === "running" || state.state === "judged") return state.total === 0 ? 0 : state.done / state.total;
  return 1;
}
