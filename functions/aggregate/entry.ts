import { metricFor } from "@medhelm/benchmarks/registry";
import { Buckets, readEnvironment } from "../aws-environment.ts";
import { awsObjects } from "../aws-objects.ts";
import { handleBatch, type SqsBatchResponse } from "../lambda-events.ts";
import { logError } from "../log-error.ts";
import { once } from "../once.ts";
import { aggregateRun, type AggregatePorts } from "./handler.ts";
import { aggregateMessages } from "./s3-event.ts";

const ports = once(async (): Promise<AggregatePorts> => {
  readEnvironment("aggregate", Buckets, process.env);
  return { objects: awsObjects(process.env), metrics: metricFor };
});

export async function handler(event: unknown): Promise<SqsBatchResponse> {
  const wired = await ports();
  return handleBatch(
    event,
    async (body) => {
      for (const message of aggregateMessages(body)) await aggregateRun(wired, message);
    },
    (error, body) => logError("aggregate", error, { body }),
  );
}
