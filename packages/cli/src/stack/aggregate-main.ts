/** The stack's aggregator process: apart from the API, so that a large run does not keep it from answering. AWS calls a Lambda instead. */
import { metricFor } from "@medhelm/benchmarks/registry";
import { AggregateMessage } from "@medhelm/core/submission";
import { aggregateRun } from "@medhelm/service/aggregate/aggregate-run";
import { consume } from "./consume.ts";
import { reportError } from "../terminal/report-error.ts";
import { interruptSignal } from "../terminal/interrupt-signal.ts";
import { openStore } from "../run/open-store.ts";
import { openQueue, VISIBILITY_MS } from "./stack-queues.ts";
import { readSettings } from "./stack-settings.ts";

// the stack was killed: do not live on without it. What was being written is written again by the next one.
if (!process.connected) process.exit(0);
process.channel?.unref();
process.on("disconnect", () => process.exit(0));
try {
  const { outputPath } = readSettings(process.argv);
  const objects = openStore(outputPath);
  await consume({
    queue: openQueue(outputPath, "aggregate"),
    visibilityMs: VISIBILITY_MS,
    signal: interruptSignal().signal,
    handle: async (body) => {
      await aggregateRun({ objects, metrics: metricFor }, AggregateMessage.parse(JSON.parse(body)));
    },
    report: (error, message) =>
      process.stderr.write(
        `aggregate ${message?.body}, try ${message?.receiveCount}: ${error instanceof Error ? error.stack : String(error)}\n`,
      ),
  });
} catch (error) {
  process.exitCode = reportError(error);
}
