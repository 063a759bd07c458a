import type { Compute } from "@medhelm/core/ports";
import type { Deployment } from "@medhelm/core/run/deployment";

/** As aws.ts has it; apart, for the API starts no jobs. */
export async function awsCompute(prefix: string, deployments: readonly Deployment[]): Promise<Compute> {
  return (await import("./aws-compute.ts")).awsCompute(prefix, deployments);
}
