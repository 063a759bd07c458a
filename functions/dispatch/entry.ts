import { machinePrice } from "@medhelm/core/money/machine-price";
import { DispatchMessage } from "@medhelm/core/submission";
import { z } from "zod";
import { awsObjects } from "../aws.ts";
import { awsCompute } from "../aws-jobs.ts";
import { Buckets, Conf, Jobs, readEnvironment } from "../aws-environment.ts";
import { handleBatch, type SqsBatchResponse } from "../lambda-events.ts";
import { logError } from "../log-error.ts";
import { serviceFiles } from "../models/service-files.ts";
import { once } from "../once.ts";
import { dispatch, type DispatchPorts } from "./handler.ts";
import type { FindDeployment } from "./job-request.ts";

const Environment = z.object({ ...Buckets.shape, ...Jobs.shape, ...Conf.shape });

const ports = once(async (): Promise<DispatchPorts> => {
  const env = readEnvironment("dispatch", Environment, process.env);
  const files = serviceFiles(env.MEDHELM_CONF);
  const { deployments } = await files.prodEnv();
  const byName = new Map(deployments.map((deployment) => [deployment.name, deployment]));
  const find: FindDeployment = (name) => byName.get(name);
  const prices = { find, gpuClasses: await files.gpuClasses() };
  return {
    objects: await awsObjects(process.env),
    compute: await awsCompute(env.MEDHELM_JOB_PREFIX, deployments),
    deployments: find,
    machinePrice: (name) => machinePrice(prices, name),
  };
});

export async function handler(event: unknown): Promise<SqsBatchResponse> {
  const wired = await ports();
  return handleBatch(
    event,
    (body) => dispatch(wired, DispatchMessage.parse(JSON.parse(body))),
    (error, body) => logError("dispatch", error, { body }),
  );
}
