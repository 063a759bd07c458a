import { type PoolStanding, poolText } from "@medhelm/core/pools/pool-standing";
import { visibleText } from "@medhelm/core/release/pages/visible-text";
import type { RunState } from "@medhelm/core/submission";
import { cutTo, duration, type Screen } from "../terminal/progress-line.ts";
import { remainingTime } from "./remaining-time.ts";

/** The shortest time between two lines of a log. */
const LOG_MS = 2000;

/**
 * Prints the state of a submission and the time that remains. On a terminal it rewrites one line. In a log it prints a line after a change, at most
 * every 2 s.
 */
export function submissionLine(stream: Screen, nowMs: () => number) {
  const remaining = remainingTime();
  let last = "";
  let lastMs = Number.NEGATIVE_INFINITY;
  const erase = (): void => {
    if (stream.isTTY) stream.write("\r\u001B[K");
  };
  return {
    show(states: ReadonlyMap<string, RunState>, pools: readonly PoolStanding[]): void {
      const atMs = nowMs();
      const leftS = remaining(states, atMs);
      const text = visibleText([describe(states), ...pools.map(poolText)].join("; "));
      if (text === last) return;
      const line = leftS === undefined ? text : `${text}; about ${duration(leftS)} left`;
      if (stream.isTTY) stream.write(`\r\u001B[K${cutTo(stream.columns, line)}`);
      else if (atMs - lastMs > LOG_MS) {
        stream.write(`${line}\n`);
        lastMs = atMs;
      }
      last = text;
    },
    /** Prints a sentence. The state follows again, also if it has not changed. */
    say(text: string): void {
      erase();
      stream.write(`medhelm: ${text}\n`);
      last = "";
    },
    clear: erase,
  };
}

/** E.g. "2 running (30 of 200), 1 judged (5 of 50), 3 sealed". */
function describe(states: ReadonlyMap<string, RunState>): string {
  const counts = new Map<string, { runs: number; done: number; total: number }>();
  for (const state of states.values()) {
    const count = counts.get(state.state) ?? { runs: 0, done: 0, total: 0 };
    counts.set(state.state, count);
    count.runs++;
    if (state.state !== "running" && state.state !== "judged") continue;
    count.done += state.done;
    count.total += state.total;
  }
  return [...counts]
    .map(([name, { runs, done, total }]) => `${runs} ${name}${total === 0 ? "" : ` (${done} of ${total})`}`)
    .join(", ");
}
