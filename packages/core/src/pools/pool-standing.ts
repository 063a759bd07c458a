import { z } from "zod";
import type { RunState } from "../submission.ts";

/** The pool of a deployment, as a submission sees it whose requests wait there. */
export const PoolStanding = z.object({
  deployment: z.string(),
  requests: z.int().describe("requests of this submission that wait or are asked"),
  others: z.int().describe("requests of all other submissions; owners take turns, so not all of them come first"),
  otherOwners: z.int().describe("other owners whose requests wait"),
  server: z
    .enum(["none", "requested", "starting", "serving", "failed"])
    .describe(
      "none: a worker starts soon, or none because of the reason; requested: it waits for a machine; starting: its model loads; serving: its model answers; failed: the last worker failed, and a new one starts",
    ),
  workers: z.int().describe("workers whose model answers"),
  reason: z.string().exactOptional().describe("why the last worker failed, or why none starts"),
});
export type PoolStanding = z.infer<typeof PoolStanding>;

/** The state of a run that waits for a deployment, or for the job that continues it after the deployment's pool. */
export function awaitingText({ deployment, pool }: Extract<RunState, { readonly state: "awaiting" }>): string {
  if (pool === undefined) return `waits for ${deployment}`;
  if (pool.requests === 0) return `waits for its next job: the answers of ${deployment} are stored`;
  return `${pool.requests.toLocaleString("en-US")} requests wait in the pool of ${deployment}`;
}

/** One line for a user whose requests wait in a pool. */
export function poolText({ deployment, requests, others, otherOwners, ...server }: PoolStanding): string {
  const rest = others === 0 ? "no others wait" : `${others.toLocaleString("en-US")} others wait`;
  const turns =
    otherOwners === 0 ? "" : ` (in turns with ${otherOwners} other ${otherOwners === 1 ? "owner" : "owners"})`;
  return `pool of ${deployment}: ${requests.toLocaleString("en-US")} requests of this submission wait or are asked, ${rest}${turns}; ${serverText(server)}`;
}

function serverText({ server, workers, reason }: Pick<PoolStanding, "server" | "workers" | "reason">): string {
  if (server === "none") return reason === undefined ? "a worker starts soon" : `no worker starts: ${reason}`;
  if (server === "requested") return "its worker waits for a machine";
  if (server === "starting") return "its model loads";
  if (server === "failed") return `its last worker failed, and a new one starts: ${reason ?? "no reason was given"}`;
  return workers === 1 ? "its model answers" : `${workers} workers answer`;
}
