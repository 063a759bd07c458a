import type { Request } from "@medhelm/core/helm/scenario-state";
import type { Ask } from "@medhelm/core/run/ask";
import type { Price } from "@medhelm/core/models/deployment";
import type { FindAnnotator } from "@medhelm/core/run/annotator";
import type { DataSource } from "@medhelm/core/run/benchmark";
import type { RunPlan } from "@medhelm/core/run/expand";
import type { Holder } from "@medhelm/core/jobs/lease";
import type { Access, Protocol } from "@medhelm/core/run/profile";
import type { SqlGuard } from "@medhelm/core/run/sql-guard";
import type { Window } from "@medhelm/core/run/window";
import type { Clock, Encoder, ObjectStore, Queue } from "@medhelm/core/ports";
import type { SubmissionLedger } from "../money/submission-ledger.ts";

/** A deployment that the worker may ask. */
export interface OpenDeployment {
  readonly ask: Ask;
  /** The request key under which `ask` would keep the answer. */
  keyOf(request: Request): string;
  readonly window: Window;
  /** HELM's name; absent: prompts are not counted and not cut */
  readonly tokenizer?: string;
  /** a built-in rule, not a language model: said wherever its numbers are shown */
  readonly isBuiltin: boolean;
  /** absent: nobody told one */
  readonly price?: Price;
  /** replies can be held to a JSON schema */
  readonly structuredOutput?: boolean;
}

export interface WorkerPorts {
  readonly objects: ObjectStore;
  readonly clock: Clock;
  readonly data: DataSource;
  /** @throws UserError when the deployment is unknown or may not see this access */
  open(
    deployment: string,
    model: string,
    use: {
      readonly role: "candidate" | "judge";
      readonly benchmark: string;
      readonly access: Access;
      readonly run: string;
      readonly suite: string;
      /** Its stored answers are given; anything else throws PendingAnswers, and nothing is asked. */
      readonly isReplay?: boolean;
    },
  ): Promise<OpenDeployment>;
  /** Who pays; absent in medhelm run, where nobody keeps accounts. */
  readonly ledger?: SubmissionLedger;
  /** Whether this worker can ask it: another job does where it cannot. Absent: everything is reached. */
  readonly canReach?: (deployment: string) => boolean;
  /** Where a job tells which deployment its runs await; absent: the sweep finds out. */
  readonly dispatchQueue?: Pick<Queue, "send">;
  /** Steps after the answers that are no jury, by HELM's class name; absent: there are none. */
  readonly annotators?: FindAnnotator;
  /** Where model-written SQL runs; absent: what needs it stops before the first request. */
  readonly sql?: SqlGuard;
  /** What BERTScore is made with, opened once for all runs; absent: nobody gave one. */
  readonly encoder?: () => Promise<Encoder>;
  readonly holder: Holder;
  readonly holderIsGone?: (holder: Holder) => boolean;
  readonly leaseTtlMs: number;
  /** The version of this code, for the manifest. */
  readonly version: string;
  report(progress: WorkProgress): void;
}

export interface WorkRequest {
  readonly plan: RunPlan;
  /** absent: medhelm run */
  readonly submission?: string;
  /** judge: the candidate has its own job and is never asked here. Absent: candidate. */
  readonly role?: "candidate" | "judge";
  readonly suite: string;
  readonly protocol: Protocol;
  /** requests in flight at once */
  readonly concurrency: number;
  /** ask again for what ended without an answer */
  readonly retryFailed: boolean;
  /** "helm <sha256>" where the prompts come from a HELM run; absent: the benchmark's own, or the user's template */
  readonly prompts?: string;
  /** stop at once, release the lease, keep all that is durable */
  readonly signal: AbortSignal;
}

export interface WorkProgress {
  readonly run: string;
  readonly stage: "loading" | "asking" | "encoding" | "writing";
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  /** answered before: not asked again */
  readonly reused: number;
  /** said once, e.g. what changed since the last run of this name */
  readonly notice?: string;
}

export type WorkResult =
  /** sealed earlier with the same identity: nothing was asked */
  | { readonly kind: "sealed" }
  /** the scenario state is there; stats come next */
  | { readonly kind: "judged"; readonly generation: number }
  /** what can be asked here has been; these have jobs of their own: the candidate's first, judges in the jury's order */
  | { readonly kind: "awaiting"; readonly deployments: readonly [string, ...string[]] }
  | { readonly kind: "taken"; readonly by: Holder };
