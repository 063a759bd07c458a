import { DispatchMessage } from "@medhelm/core/submission";
import { z } from "zod";
import { awsCompute } from "../aws-compute.ts";
import { Buckets, Conf, Jobs, readEnvironment } from "../aws-environment.ts";
import { awsObjects } from "../aws-objects.ts";
import { handleBatch, type SqsBatchResponse } from "../lambda-events.ts";
import { logError } from "../log-error.ts";
import { serviceFiles } from "../models/service-files.ts";
import { once } from "../once.ts";
import { dispatch, type DispatchPorts } from "./handler.ts";

const Environment = z.object({ ...Buckets.shape, ...Jobs.shape, ...Conf.shape });

const ports = once(async (): Promise<DispatchPorts> => {
  const env = readEnvironment("dispatch", Environment, process.env);
  const { deployments } = await serviceFiles(env.MEDHELM_CONF).prodEnv();
  const byName = new Map(deployments.map((deployment) => [deployment.name, deployment]));
  return {
    objects: awsObjects(process.env),
    compute: awsCompute(env.MEDHELM_JOB_PREFIX, deployments),
    deployments: (name) => byName.get(name),
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
