import type { Deployment } from "@medhelm/core/models/deployment";

/**
 * What a job on AWS can ask: rules that run in its process, its own deployment, and from a CPU job whatever needs no key or one that
 * the job holds. A job with GPUs holds no provider's key and asks no other server.
 * `own`: the job's deployment; `find`: by the service's configuration; `holds`: whether the job's environment has this key.
 */
export function reachableDeployments(job: {
  readonly own: string;
  find(name: string): Deployment | undefined;
  holds(secret: string): boolean;
}): (deployment: string) => boolean {
  const isOnGpus = job.find(job.own)?.served !== undefined;
  return (name) => {
    const deployment = job.find(name);
    // what nobody knows is built in, or is refused with its name when it is opened
    if (name === job.own || deployment === undefined || deployment.client.kind === "builtin") return true;
    if (isOnGpus || deployment.served !== undefined) return false;
    const key = deployment.client.apiKeyFrom;
    return key === undefined || (key.kind === "env" && job.holds(key.name));
  };
}
