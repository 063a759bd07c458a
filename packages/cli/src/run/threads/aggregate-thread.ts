/** The thread that scores and seals large runs (aggregator-in-thread.ts). */
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { showRuns } from "@medhelm/adapters/objects/show-runs";
import { spillFile } from "@medhelm/adapters/spill-file";
import { systemClock } from "@medhelm/adapters/system-clock";
import { aggregateRun } from "@medhelm/service/aggregate/aggregate-run";
import { type EarlyScores, earlyScores } from "@medhelm/service/aggregate/early-scores";
import { livePass } from "@medhelm/service/aggregate/live-pass";
import { parkedIn } from "@medhelm/service/aggregate/parked-text";
import type { Spill } from "@medhelm/core/ports";
import { loadPlugins } from "../../plugins/load-plugins.ts";
import { AggregateThreadData, type FromAggregator, type ToAggregator } from "./aggregate-messages.ts";
import { openThreadStore } from "./open-thread-store.ts";
import { PRIVATE_FOLDER } from "../../places/private-folder.ts";

const { outputPath, plugins, helmFiles, allowedHosts } = AggregateThreadData.parse(workerData);
if (allowedHosts !== undefined) (await import("@medhelm/adapters/models/offline")).installOfflineGuard(allowedHosts);
const objects = openThreadStore(outputPath);
const { metricFor: metrics } = await loadPlugins(plugins, process.cwd());
const showRun = showRuns(outputPath, objects, { helmFiles });

interface OpenRun {
  readonly scores: EarlyScores;
  readonly done: ReturnType<typeof earlyScores>["done"];
  /** the place of its parked texts */
  readonly spill: Spill;
}
const runs = new Map<number, OpenRun>();
const post = (message: FromAggregator): void => parentPort?.postMessage(message);

function openRun(live: Parameters<ReturnType<typeof earlyScores>["open"]>[0]): OpenRun {
  const spill = spillFile(join(outputPath, PRIVATE_FOLDER));
  const park = parkedIn(spill);
  const { open, done } = earlyScores((run) => livePass({ objects, metrics, park }, run), systemClock);
  return { scores: open(live), done, spill };
}

async function answer(message: ToAggregator): Promise<void> {
  const { id, kind } = message;
  if (kind === "begin") {
    runs.set(id, openRun(message.live));
    return;
  }
  const run = runs.get(id);
  if (run === undefined) throw new Error(`no run has the number ${id}`);
  if (kind === "write") {
    for (const one of message.answers) run.scores.add(one);
    await run.scores.write(message.chunk);
    post({ id, kind: "written" });
  } else if (kind === "end") run.scores.end(message.stateSha256);
  else {
    runs.delete(id);
    if (kind === "stop") {
      await run.scores.stop();
      run.spill.close();
      post({ id, kind: "stopped" });
      return;
    }
    const early = await run.done();
    const result = await aggregateRun({ objects, metrics, showRun, early }, message.message).catch(() => undefined); // the main thread aggregates again, and reports the failure
    run.spill.close();
    post({ id, kind: "aggregated", ...(result === undefined ? {} : { result }) });
  }
}

// The main thread of the same program posts the messages, so their form is known.
parentPort?.on("message", (message: ToAggregator) => void answer(message));
