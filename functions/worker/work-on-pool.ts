import { hostname } from "node:os";
import { systemClock } from "@medhelm/adapters/system-clock";
import type { KeepLease } from "@medhelm/core/jobs/keep-lease";
import { withFields } from "@medhelm/core/log/with-fields";
import type { Log } from "@medhelm/core/ports";
import { distinctName } from "@medhelm/core/text/distinct-name";
import { priceList } from "@medhelm/service/money/price-list";
import { ownRecord } from "@medhelm/service/pools/pool-workers";
import { segmentWriters } from "@medhelm/service/pools/segment-writers";
import { shardMachines } from "@medhelm/service/pools/shard-machines";
import { workPool } from "@medhelm/service/pools/work-pool";
import { ecsTaskStart } from "@medhelm/service/work/ecs-task-start";
import { openDeployments } from "@medhelm/service/work/models/open-deployments";
import type { Env } from "../aws/environment.ts";
import { awsIndex } from "../aws/index.ts";
import { awsModels } from "../aws/models.ts";
import { awsObjects } from "../aws/objects.ts";
import { awsQueue } from "../aws/queue.ts";
import type { PoolEnvironment } from "./environment.ts";
import { deploymentPorts, thisHolder, tryOf } from "./job-ports.ts";
import { workWithServer } from "./with-server.ts";

/** Then the worker gives its machine back, and Batch chooses by fair shares between the pools that wait for one of its class. */
const MOST_MS = 3_600_000;

/** Works on the shards of a pool, whose segments hold the answers. */
export async function workOnPool(
  env: PoolEnvironment,
  {
    variables,
    log,
    keepLease,
    signal,
  }: {
    /** the environment variables, of which some hold keys */
    readonly variables: Env;
    readonly log: Log;
    readonly keepLease: KeepLease;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const objects = awsObjects(variables);
  const index = awsIndex(env.MEDHELM_INDEX_TABLE);
  const { files, models } = await awsModels(env.MEDHELM_CONF, variables);
  const prices = priceList(models.prodEnv.deployments, await files.gpuClasses());
  const { poolWeights: weights } = await files.service();
  const start = await ecsTaskStart(fetch, env.ECS_CONTAINER_METADATA_URI_V4, systemClock.nowMs());
  const { job, attempt } = tryOf(env);
  const deployment = env.MEDHELM_POOL;
  const own = ownRecord(objects, distinctName(deployment), env.MEDHELM_POOL_WORKER);
  await own.reach("starting");
  const machines = shardMachines({ objects, index, clock: systemClock, prices }, { job: `${job}-${attempt}`, start });
  await workWithServer(env, log, models, signal, async (reached, stop) => {
    await own.reach("serving");
    const segments = segmentWriters({ objects, clock: systemClock, signal: stop });
    await workPool(
      {
        objects,
        index,
        clock: systemClock,
        name: `${hostname()} ${process.pid}`,
        holder: thisHolder(),
        leaseTtlMs: env.MEDHELM_LEASE_TTL_MS,
        keepLease,
        own,
        weights,
        segments,
        dispatchQueue: awsQueue(env.MEDHELM_DISPATCH_QUEUE),
        machine: machines.open,
        log: withFields(log, { deployment }),
        open: openDeployments({
          ...deploymentPorts(env, objects, reached, log),
          owner: "no owner", // each shard names its own
          segments,
        }),
      },
      { deployment, idleMs: env.MEDHELM_POOL_IDLE_MS, mostMs: MOST_MS, signal: stop },
    );
  });
  log("info", "the worker of the pool has ended", { deployment, ...machines.seconds() });
}
