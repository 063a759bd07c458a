import type { ObjectEvents } from "@medhelm/adapters/objects/events-store";
import { openQueue } from "./stack-queues.ts";

const STATE = /^runs\/([^/]+)\/([^/]+)\/scenario_state\.json$/;

/** A finished run tells the aggregator, as an S3 notification does in AWS. */
export function runFinishedEvents(outputPath: string): ObjectEvents {
  const queue = openQueue(outputPath, "aggregate");
  return {
    matches: (key) => STATE.test(key),
    async onPut(key) {
      const [, suite, run] = STATE.exec(key) ?? [];
      await queue.send(JSON.stringify({ suite, run }));
    },
    report: (error, key) =>
      process.stderr.write(`medhelm: no event for ${key}, the sweep will find it: ${String(error)}\n`),
  };
}
