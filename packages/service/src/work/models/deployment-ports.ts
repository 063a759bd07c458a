import type { Clock, ModelClient, ObjectStore } from "@medhelm/core/ports";
import type { Deployment } from "@medhelm/core/models/deployment";
import type { MinuteLimits } from "@medhelm/core/models/minute-limits";
import type { Budget } from "@medhelm/core/money/budget";
import type { ShardOf } from "@medhelm/core/pools/shard";
import type { RequestClaims, SharedAnswers } from "@medhelm/core/run/asking/ask";
import type { RetryPolicy } from "@medhelm/core/run/asking/retry";
import type { SubmissionLedger } from "../../money/submission-ledger.ts";
import type { RunShards } from "../../pools/run-shards.ts";
import type { SegmentPlace } from "../../pools/segment-place.ts";
import type { Identified, WorkerPorts } from "../ports.ts";

export interface DeploymentPorts {
  readonly objects: ObjectStore;
  readonly clock: Clock;
  /** @throws UserError if nothing serves the deployment */
  resolve(
    deployment: string,
    model: string,
    role: "candidate" | "judge",
    signal: AbortSignal | undefined,
  ): Promise<Deployment>;
  connect(deployment: Deployment): Promise<ModelClient>;
  /** the budget without a ledger */
  readonly budget: Budget;
  /** the account that pays, in a submission */
  readonly ledger?: SubmissionLedger;
  /** the owner of answers to text that is not public */
  readonly owner: string;
  /** concurrent requests to a deployment that sets no number itself */
  readonly concurrency: number;
  /** The concurrency from which the best one is searched, up to `concurrency`. Absent: there is no search. */
  readonly firstConcurrency?: number;
  /** The limits a minute of a deployment that sets none itself. Absent: it has none. */
  readonly perMinute?: MinuteLimits;
  readonly offline: boolean;
  readonly allowedHosts: readonly string[];
  readonly allowHosted: boolean;
  /** false: only this run may use its answers again */
  readonly shareAnswers: boolean;
  readonly retry?: Partial<RetryPolicy>;
  /** Shows the user a sentence about a run that goes on. */
  readonly notify?: (run: string, message: string) => void;
  /** The answers that pools have stored. Absent: none. */
  readonly segments?: (place: SegmentPlace) => SharedAnswers;
  /** The requests that other processes ask now, if they share the stored answers. Absent: equal requests at the same time are asked twice. */
  readonly claims?: RequestClaims;
  /** The pools that ask for a submission. Absent: jobs ask. */
  readonly pools?: {
    readonly submission: string;
    readonly shards: (of: Omit<ShardOf, "owner" | "submission">) => Promise<RunShards>;
    /** Which model answers in the pool; undefined: no worker of it knows yet. Absent: this job asks the deployment itself. */
    readonly modelOf?: (run: Pick<ShardOf, "suite" | "run" | "deployment">) => Promise<Identified | undefined>;
  };
  /** Opens the model's own tokenizer. Absent: only providers count tokens. */
  readonly tokenizerOf?: (
    deployment: Deployment,
    signal?: AbortSignal,
  ) => Promise<((text: string) => number) | undefined>;
}

/** The run and role that use a deployment. */
export type DeploymentUse = Parameters<WorkerPorts["open"]>[2];
