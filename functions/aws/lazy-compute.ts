import type { Compute } from "@medhelm/core/ports";
import type { Deployment } from "@medhelm/core/models/deployment";

/** AWS's compute service, loaded when it is used. It has its own file because the API starts no jobs. */
export async function lazyCompute(prefix: string, deployments: readonly Deployment[]): Promise<Compute> {
  return (await import("./compute.ts")).awsCompute(prefix, deployments);
}
