import type { ObjectEvents } from "@medhelm/adapters/objects/events-store";
import { openQueue } from "./stack-queues.ts";

const STATE = /^runs\/([^/]+)\/([^/]+)\/scenario_state\.json$/;

/** Sends a message to the aggregator when a run has finished, as an S3 notification does on AWS. */
export function runFinishedEvents(outputPath: string): ObjectEvents {
  const queue = openQueue(outputPath, "aggregate");
  return {
    matches: (key) => STATE.test(key),
    async onPut(key) {
      const [, suite, run] = STATE.exec(key) ?? [];
      await queue.send(JSON.stringify({ suite, run }));
    },
    report: (error, key) =>
      process.stderr.write(`medhelm: no event was sent for ${key}, but the next sweep finds it: ${String(error)}\n`),
  };
}
