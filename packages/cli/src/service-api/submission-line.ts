import { type PoolStanding, poolText } from "@medhelm/core/pools/pool-standing";
import type { RunState } from "@medhelm/core/submission";
import type { Screen } from "../terminal/progress-line.ts";

/** Prints the state of a submission: on a terminal one line that it rewrites, in a log a line after a change, at most every 2 s. */
export function submissionLine(stream: Screen) {
  let last = "";
  let lastMs = 0;
  const erase = (): void => {
    if (stream.isTTY) stream.write("\r\u001B[K");
  };
  return {
    show(states: ReadonlyMap<string, RunState>, pools: readonly PoolStanding[]): void {
      const text = [describe(states), ...pools.map(poolText)].join("; ");
      if (text === last) return;
      if (stream.isTTY) stream.write(`\r\u001B[K${text}`);
      else if (performance.now() - lastMs > 2000) {
        stream.write(`${text}\n`);
        lastMs = performance.now();
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

function describe(states: ReadonlyMap<string, RunState>): string {
  const counts = new Map<string, number>();
  let done = 0;
  let total = 0;
  for (const state of states.values()) {
    counts.set(state.state, (counts.get(state.state) ?? 0) + 1);
    if (state.state !== "running") continue;
    done += state.done;
    total += state.total;
  }
  const parts = [...counts].map(([name, count]) =>
    name === "running" ? `${count} running (${done} of ${total})` : `${count} ${name}`,
  );
  return parts.join(", ");
}
