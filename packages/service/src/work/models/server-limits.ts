import type { ModelClient } from "@medhelm/core/ports";
import type { Deployment } from "@medhelm/core/models/deployment";
import { createLimiter, type Limiter } from "@medhelm/core/run/asking/limiter";
import { type MinuteBudget, minuteBudget } from "@medhelm/core/run/asking/minute-budget";
import { shareMinute } from "../answers/share-minute.ts";
import type { DeploymentPorts } from "./deployment-ports.ts";

/** The limits of one deployment, for all its runs and roles. */
export interface ServerLimits {
  readonly limiter: Limiter;
  readonly minute?: MinuteBudget;
}

/** Returns the limits of a server. Two servers of one deployment, e.g. --endpoint and --judge-endpoint, have limits each. */
export function serverLimits(ports: DeploymentPorts): (deployment: Deployment, client: ModelClient) => ServerLimits {
  const limits = new Map<string, ServerLimits>();
  return (deployment, { endpoint }) => {
    const id = `${deployment.name}\n${endpoint}`;
    const known = limits.get(id) ?? limitsOf(ports, deployment, id);
    limits.set(id, known);
    return known;
  };
}

function limitsOf(ports: DeploymentPorts, deployment: Deployment, id: string): ServerLimits {
  const { clock, concurrency, firstConcurrency: first } = ports;
  const slots =
    deployment.concurrency === undefined
      ? { concurrency, ...(first !== undefined && { first }) }
      : { concurrency: deployment.concurrency };
  const perMinute = deployment.perMinute ?? ports.perMinute;
  return {
    limiter: createLimiter({ ...slots, clock }),
    ...(perMinute !== undefined && { minute: minuteBudget(shareMinute(ports, id, perMinute), clock) }),
  };
}
