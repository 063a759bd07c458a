import { UserError } from "../user-error.ts";
import { type Deployment, isLoopbackHost } from "./deployment.ts";
import type { Access } from "../run/profile.ts";

export interface GuardOptions {
  /** the benchmark, as the message names it */
  readonly benchmark: string;
  readonly access: Access;
  /** who licenses gated or private data */
  readonly org?: string;
  readonly offline: boolean;
  /** hosts that --offline lets through beside loopback */
  readonly allowedHosts?: readonly string[];
  /** --allow-hosted: `local` text may go to hosted deployments; gated and private text never may */
  readonly allowHosted?: boolean;
}
/** Throws UserError where the benchmark's text must not reach the deployment. */
export type Guard = (deployment: Deployment) => void;

/**
 * The rule of docs/security.md, enforced before each model call: gated, private and local text goes to deployments of
 * trust local or covered only; --offline reaches loopback and the allow-list only.
 */
export function createGuard(options: GuardOptions): Guard {
  const { benchmark, access, org, offline, allowedHosts = [], allowHosted = false } = options;
  return (deployment) => {
    if (offline) checkOffline(deployment, allowedHosts);
    if (access === "public" || deployment.trust !== "hosted") return;
    if (access === "local" && allowHosted) return;
    const whose = org === undefined ? "" : ` (${org})`;
    const way = access === "local" ? ", or give --allow-hosted if it may leave this machine" : "";
    throw new UserError(
      `${benchmark} holds ${access} text${whose} and ${deployment.name} is a hosted deployment: use one marked "trust: local" or "trust: covered" in model_deployments.yaml${way}`,
    );
  };
}

function checkOffline({ name, client }: Deployment, allowedHosts: readonly string[]): void {
  if (client.kind === "builtin") return;
  const { hostname } = new URL(client.baseUrl);
  if (isLoopbackHost(hostname) || allowedHosts.includes(hostname)) return;
  throw new UserError(
    `--offline refuses ${name} at ${hostname}: serve the model on 127.0.0.1, or name the host in --offline-allow`,
  );
}
