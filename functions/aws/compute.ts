import { BatchClient } from "@aws-sdk/client-batch";
import { BATCH_CLIENT, batchCompute } from "@medhelm/adapters/compute/batch";
import type { Compute } from "@medhelm/core/ports";
import type { Deployment } from "@medhelm/core/models/deployment";

let client: BatchClient | undefined;

/** This stack's jobs in AWS Batch. The client is created at its first use. */
export function awsCompute(prefix: string, deployments: readonly Deployment[]): Compute {
  const served = deployments.flatMap(({ name, served: by }) =>
    by === undefined ? [] : [[name, by.gpuClass] as const],
  );
  return batchCompute({
    prefix,
    gpuClassOf: new Map(served),
    client: () => (client ??= new BatchClient(BATCH_CLIENT)),
  });
}
