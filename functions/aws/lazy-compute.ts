import type { Compute } from "@medhelm/core/ports";
import type { Deployment } from "@medhelm/core/models/deployment";

/** As aws.ts has it; apart, for the API starts no jobs. */
export async function lazyCompute(prefix: string, deployments: readonly Deployment[]): Promise<Compute> {
  return (await import("./compute.ts")).awsCompute(prefix, deployments);
}
