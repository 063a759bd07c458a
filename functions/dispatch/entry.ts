import { systemClock } from "@medhelm/adapters/system-clock";
import { machinePrice } from "@medhelm/core/money/machine-price";
import { DispatchMessage } from "@medhelm/core/submission";
import { z } from "zod";
import { lazyIndex, lazyObjects } from "../aws/lazy-objects.ts";
import { lazyCompute } from "../aws/lazy-compute.ts";
import { Buckets, Conf, IndexTable, Jobs, readEnvironment } from "../aws/environment.ts";
import { handleBatch, type SqsBatchResponse } from "../aws/lambda-events.ts";
import { awsLog, logFailure } from "../aws/log.ts";
import { serviceFiles } from "@medhelm/service/models/service-files";
import { once } from "../aws/once.ts";
import { dispatch, type DispatchPorts } from "@medhelm/service/dispatch/dispatch";
import type { FindDeployment } from "@medhelm/service/dispatch/job-request";

const Environment = z.object({ ...Buckets.shape, ...IndexTable.shape, ...Jobs.shape, ...Conf.shape });

const log = awsLog("dispatch", process.env);

const ports = once(async (): Promise<DispatchPorts> => {
  const env = readEnvironment("dispatch", Environment, process.env);
  const files = serviceFiles(env.MEDHELM_CONF);
  const { deployments } = await files.prodEnv();
  const byName = new Map(deployments.map((deployment) => [deployment.name, deployment]));
  const find: FindDeployment = (name) => byName.get(name);
  const { pools, poolRequestsAWorker } = await files.service();
  const prices = { find, gpuClasses: await files.gpuClasses() };
  return {
    objects: await lazyObjects(process.env),
    index: await lazyIndex(env.MEDHELM_INDEX_TABLE),
    clock: systemClock,
    log,
    compute: await lazyCompute(env.MEDHELM_JOB_PREFIX, deployments),
    deployments: find,
    machinePrice: (name) => machinePrice(prices, name),
    hasPools: pools,
    requestsAWorker: poolRequestsAWorker,
  };
});

/** The part of Lambda's context that the dispatcher uses. */
interface Context {
  getRemainingTimeInMillis(): number;
}

export async function handler(event: unknown, context: Context): Promise<SqsBatchResponse> {
  const wired = { ...(await ports()), remainingMs: () => context.getRemainingTimeInMillis() };
  return handleBatch(event, (body) => dispatch(wired, DispatchMessage.parse(JSON.parse(body))), logFailure(log));
}
