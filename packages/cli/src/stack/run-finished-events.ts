import type { ObjectEvents } from "@medhelm/adapters/objects/events-store";
import { runOfScenarioState } from "@medhelm/core/store/object-keys";
import { printMessage } from "../terminal/print-message.ts";
import { openQueue } from "./stack-queues.ts";

/** Sends a message to the aggregator when an attempt at a run is complete, as an S3 notification does on AWS. */
export function runFinishedEvents(outputPath: string): ObjectEvents {
  const queue = openQueue(outputPath, "aggregate");
  return {
    matches: (key) => runOfScenarioState(key) !== undefined,
    async onPut(key) {
      await queue.send(JSON.stringify(runOfScenarioState(key)));
    },
    report: (error, key) => printMessage(`no event was sent for ${key}, but the next sweep finds it: ${String(error)}`),
  };
}
