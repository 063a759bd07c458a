import { secretsOf } from "@medhelm/core/models/credentials";
import type { Deployment } from "@medhelm/core/models/deployment";

/**
 * Decides which deployments a job on AWS can call: built-in rules and its own deployment. A CPU job can also call any deployment that needs no key or
 * whose key the job has. A job with GPUs has no provider key and calls no other server. `own` is the job's deployment, `find` looks one up in the
 * service's configuration, and `holds` says whether the job's environment has a key.
 */
export function reachableDeployments(job: {
  readonly own: string;
  /** Whether pools ask the served deployments. This job then has no GPUs. */
  readonly isPooled?: boolean;
  find(name: string): Deployment | undefined;
  holds(secret: string): boolean;
}): (deployment: string) => boolean {
  const isOnGpus = job.isPooled !== true && job.find(job.own)?.served !== undefined;
  return (name) => {
    const deployment = job.find(name);
    // an unknown name is a built-in model, or `open` refuses it by name
    if (deployment === undefined || deployment.client.kind === "builtin") return true;
    if (deployment.served !== undefined) return isOnGpus && name === job.own;
    if (name === job.own) return true;
    if (isOnGpus) return false;
    const key = deployment.client.apiKeyFrom;
    return (key === undefined || key.kind === "env") && secretsOf(deployment).every((secret) => job.holds(secret));
  };
}
