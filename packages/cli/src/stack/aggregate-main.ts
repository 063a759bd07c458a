/** The stack's aggregator. It is its own process, so that a large run does not block the API. On AWS it is a Lambda. */
import { keepReportsPrivate } from "@medhelm/adapters/private-reports";
import { compilePatternsOnce } from "@medhelm/adapters/threads/compile-patterns-once";
import { showRuns } from "@medhelm/adapters/objects/show-runs";
import { metricFor } from "@medhelm/benchmarks/registry";
import { systemClock } from "@medhelm/adapters/system-clock";
import { exitCodes } from "@medhelm/core/exit-codes";
import { messageFields } from "@medhelm/core/log/message-fields";
import { withFields } from "@medhelm/core/log/with-fields";
import { AggregateMessage } from "@medhelm/core/submission";
import { aggregateRun } from "@medhelm/service/aggregate/aggregate-run";
import { stackTracer } from "./trace/stack-tracer.ts";
import { fullDisk } from "./log/full-disk.ts";
import { stackLog } from "./log/stack-log.ts";
import { consume } from "./consume.ts";
import { rememberSealed } from "../repair/changed-file.ts";
import { errorText, reportError } from "../terminal/report-error.ts";
import { interruptSignal } from "../terminal/interrupt-signal.ts";
import { orInterrupted } from "../terminal/or-interrupted.ts";
import { openStore } from "../places/open-store.ts";
import { openIndex } from "./store/open-index.ts";
import { openQueue, VISIBILITY_MS } from "./stack-queues.ts";
import { readSettings } from "./settings/stack-settings.ts";

keepReportsPrivate();
compilePatternsOnce();

// The stack was killed, so this process ends too. The next aggregator writes its unfinished files again.
if (!process.connected) process.exit(0);
process.channel?.unref();
process.on("disconnect", () => process.exit(0));
const stop = interruptSignal().signal;
try {
  const settings = readSettings(process.argv);
  const { outputPath, store, helmFiles = false } = settings;
  const log = withFields(stackLog(settings), { component: "aggregate" });
  const trace = stackTracer(settings, log);
  const observe = { log, clock: systemClock, ...(trace !== undefined && { trace }) };
  const disk = fullDisk({ outputPath, log, clock: systemClock, signal: stop });
  const objects = openStore(outputPath);
  const index = openIndex(outputPath);
  const shown = store === undefined ? { showRun: showRuns(outputPath, objects, { helmFiles }) } : {};
  const work = consume({
    queue: openQueue(outputPath, "aggregate"),
    visibilityMs: VISIBILITY_MS,
    signal: stop,
    handle: async (body) => {
      const ports = { objects, index, metrics: metricFor, observe, ...shown };
      const result = await aggregateRun(ports, AggregateMessage.parse(JSON.parse(body)));
      if (result.kind === "sealed") await rememberSealed(outputPath, objects, result.manifest);
    },
    report(error, message) {
      if (disk.report(error)) return;
      log("warn", "a message was not handled", {
        ...messageFields(message?.body ?? ""),
        receives: message?.receiveCount,
        error: errorText(error),
      });
    },
  });
  await orInterrupted(work, stop, systemClock);
  await trace?.flush();
} catch (error) {
  // a large run may take minutes, and the next start aggregates it again
  if (stop.aborted) process.exit(exitCodes.success);
  process.exitCode = reportError(error);
}
