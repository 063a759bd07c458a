import { UserError } from "../user-error.ts";
import { type Deployment, isLoopbackHost } from "./deployment.ts";
import type { Access } from "../run/profile.ts";

export interface GuardOptions {
  /** The benchmark's name for the message. */
  readonly benchmark: string;
  readonly access: Access;
  /** The organisation that licenses gated or private data. */
  readonly org?: string;
  readonly offline: boolean;
  /** Hosts that --offline permits in addition to loopback. */
  readonly allowedHosts?: readonly string[];
  /** --allow-hosted: permits hosted deployments for `local` text, never for gated or private text. */
  readonly allowHosted?: boolean;
}
/** @throws UserError if the benchmark's text must not be sent to the deployment */
export type Guard = (deployment: Deployment) => void;

/**
 * Enforces docs/security.md before each model call: gated, private and local text is sent only to deployments whose trust is local or covered. The
 * option --offline permits loopback and the allow-list only.
 */
export function createGuard(options: GuardOptions): Guard {
  const { benchmark, access, org, offline, allowedHosts = [], allowHosted = false } = options;
  return (deployment) => {
    if (offline) checkOffline(deployment, allowedHosts);
    if (access === "public" || deployment.trust !== "hosted") return;
    if (access === "local" && allowHosted) return;
    const licensor = org === undefined ? "" : ` (${org})`;
    const option = access === "local" ? ", or give --allow-hosted if it may leave this machine" : "";
    throw new UserError(
      `${benchmark} contains ${access} text${licensor}, and ${deployment.name} is a hosted deployment: use one marked "trust: local" or "trust: covered" in model_deployments.yaml, or give --trust covered if your data-use agreements cover its server (docs/data-use.md)${option}`,
    );
  };
}

function checkOffline({ name, client }: Deployment, allowedHosts: readonly string[]): void {
  if (client.kind === "builtin") return;
  const { hostname } = new URL(client.baseUrl);
  if (isLoopbackHost(hostname) || allowedHosts.includes(hostname)) return;
  throw new UserError(
    `--offline refuses ${name} at ${hostname}: serve the model on 127.0.0.1, or add the host with --offline-allow`,
  );
}
