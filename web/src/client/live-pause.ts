const FIRST_MS = 1000;
const LONGEST_MS = 30_000;
const GROWTH = 1.5;

/** The pause before the next question to the stack: a second after a change, and longer while nothing changes or nobody answers. */
export function nextPauseMs(beforeMs: number, found: "changed" | "same" | "failed"): number {
  if (found === "changed") return FIRST_MS;
  return Math.min(LONGEST_MS, Math.max(FIRST_MS, beforeMs * GROWTH));
}
