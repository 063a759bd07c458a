import type { Deployment } from "@medhelm/core/run/deployment";

/**
 * Whether this job can ask a deployment: what is built in, the one that it serves itself, and hosted ones whose key it holds. The
 * others have jobs of their own.
 */
export function reachesOf(options: {
  readonly deployments: readonly Deployment[];
  /** the deployment that this job's own GPUs serve */
  readonly served: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}): (deployment: string) => boolean {
  const { deployments, served, env } = options;
  return (name) => {
    const deployment = deployments.find((one) => one.name === name);
    if (deployment === undefined) return true; // built in, or refused when it is opened
    if (deployment.served !== undefined) return name === served;
    const { client } = deployment;
    if (client.kind === "builtin" || client.apiKeyFrom === undefined) return true;
    return client.apiKeyFrom.kind === "env" && (env[client.apiKeyFrom.name] ?? "") !== "";
  };
}
