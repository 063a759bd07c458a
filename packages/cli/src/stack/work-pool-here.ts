import { hostname } from "node:os";
import { systemClock } from "@medhelm/adapters/system-clock";
import { concurrencyOf } from "@medhelm/core/run/asking/concurrency-of";
import { createBudget } from "@medhelm/core/money/budget";
import { withFields } from "@medhelm/core/log/with-fields";
import type { Index, ObjectStore } from "@medhelm/core/ports";
import { distinctName } from "@medhelm/core/text/distinct-name";
import { ownRecord } from "@medhelm/service/pools/pool-workers";
import { segmentWriters } from "@medhelm/service/pools/segment-writers";
import { workPool } from "@medhelm/service/pools/work-pool";
import type { Models } from "../models/load-models.ts";
import { minuteLimitsOf } from "../run/options/minute-options.ts";
import { dataSource, workerPorts } from "../run/worker-ports.ts";
import { childLog } from "./log/child-log.ts";
import { printMessage } from "../terminal/print-message.ts";
import { openQueue } from "./stack-queues.ts";
import type { StackSettings } from "./settings/stack-settings.ts";

/** A worker of a pool ends when no shard has waited for this time. */
const IDLE_MS = 3_000;
/** After this time a worker ends at the end of its shard, because other pools may wait for one of the machine's places. */
const MOST_MS = 600_000;

/** Works on the shards of one deployment, of all owners. */
export async function workPoolHere(
  settings: StackSettings,
  { deployment, worker }: { readonly deployment: string; readonly worker: number },
  {
    objects,
    index,
    models,
    signal,
  }: {
    readonly objects: ObjectStore;
    readonly index: Index;
    readonly models: Models;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const { outputPath, dataDir, offline } = settings;
  const log = withFields(childLog(settings), { component: "pool", deployment });
  const segments = segmentWriters({ objects, clock: systemClock, signal });
  const ports = workerPorts({
    owner: "no owner", // each shard names its own
    outputPath,
    objects,
    index,
    models,
    data: dataSource({ outputPath, dataDir, offline, env: process.env }),
    encoder: undefined,
    budget: createBudget(),
    ...concurrencyOf(settings),
    ...minuteLimitsOf(settings),
    offline,
    allowedHosts: settings.offlineAllow,
    allowHosted: settings.allowHosted,
    shareAnswers: true,
    segments,
    env: process.env,
    log,
    report: ({ run, notice }) => {
      if (notice === undefined) return;
      printMessage(`${run}: ${notice}`);
      log("info", notice, { run });
    },
  });
  const own = ownRecord(objects, distinctName(deployment), worker);
  await own.reach("serving"); // the server runs elsewhere
  await workPool(
    {
      ...ports,
      index,
      name: `${hostname()} ${process.pid}`,
      segments,
      own,
      // the sweep of the other machine finds the runs that have their answers
      ...(settings.isRemote ? {} : { dispatchQueue: openQueue(outputPath, "dispatch") }),
    },
    { deployment, idleMs: IDLE_MS, mostMs: MOST_MS, signal },
  );
}
