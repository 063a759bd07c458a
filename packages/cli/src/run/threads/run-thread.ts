/** A thread that reads and verifies runs. */
import { parentPort, workerData } from "node:worker_threads";
import { answerCalls, type Called } from "@medhelm/adapters/threads/answer-calls";
import { readCounts } from "@medhelm/service/release/runs/read-run";
import type { RunAnswer, RunCall } from "./run-threads.ts";
import { openRunStore, RunThreadData } from "./run-thread-data.ts";

const data = RunThreadData.parse(workerData);
const opened = openRunStore(data);

const answer = answerCalls(async (call: RunCall): Promise<RunAnswer> => {
  const objects = await opened;
  if (call.kind === "read") return { kind: "read", read: await readCounts(objects, call.job) };
  const { verifyRun, metrics } = await verifier();
  return { kind: "verify", found: await verifyRun({ objects, metrics }, call.suite, call.run) };
});

/** Runs of a folder are read one by one, which needs half of the memory. Those of a bucket overlap, because most of their time is waiting. */
const isOneByOne = data.from === undefined;
let before: Promise<unknown> = Promise.resolve();

parentPort?.on("message", (called: Called<RunCall>) => {
  const answered = isOneByOne ? before.then(() => answer(called)) : answer(called);
  before = answered.then((found) => parentPort?.postMessage(found));
});

/** Loaded here, because a thread that only reads needs no metrics. */
async function verifier() {
  const [{ verifyRun }, { loadPlugins }] = await Promise.all([
    import("@medhelm/service/verify/verify-run"),
    import("../../plugins/load-plugins.ts"),
  ]);
  return { verifyRun, metrics: (await loadPlugins(data.plugins, process.cwd())).metricFor };
}
