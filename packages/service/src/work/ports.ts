import type { FhirServer } from "@medhelm/core/agents/fhir-server";
import type { Request } from "@medhelm/core/helm/scenario-state";
import type { Ask } from "@medhelm/core/run/asking/ask";
import type { Price } from "@medhelm/core/models/deployment";
import type { FindAnnotator } from "@medhelm/core/run/annotator";
import type { DataSource } from "@medhelm/core/run/benchmark";
import type { ModelOfRun } from "@medhelm/core/models/model-of-run";
import type { RequestSettings } from "@medhelm/core/models/request-settings";
import type { RunPlan } from "@medhelm/core/run/spec/expand";
import type { KeepLease } from "@medhelm/core/jobs/keep-lease";
import type { Holder } from "@medhelm/core/jobs/lease";
import type { Access, Protocol } from "@medhelm/core/run/profile";
import type { MaxFailures } from "@medhelm/core/run/max-failures";
import type { SqlGuard } from "@medhelm/core/run/sql-guard";
import type { Window } from "@medhelm/core/run/requests/window";
import type { Clock, Encoder, Index, Log, ObjectStore, Queue, Spill, Tracer } from "@medhelm/core/ports";
import type { EarlyScores } from "../aggregate/early-scores.ts";
import type { LiveRun } from "../aggregate/live-pass.ts";
import type { SubmissionLedger } from "../money/submission-ledger.ts";
import type { OpenSpan } from "../trace/open-span.ts";
import type { RunShards } from "../pools/run-shards.ts";

/** The model that answers under the name of a deployment, with sentences for the user. */
export interface Identified {
  readonly model: ModelOfRun;
  readonly notices: readonly string[];
}

/** A deployment that exists, and that may receive the run's data. */
export interface Opening {
  /** Asks the deployment which model it is. */
  identify(): Promise<OpenDeployment>;
}

/** A deployment that the worker may call. */
export interface OpenDeployment {
  readonly ask: Ask;
  /** Ends the run: no request that still waits is sent, and each fails with `reason`. Requests in flight end. */
  stop(reason: Error): void;
  /** The requests that wait in a pool; absent: `ask` sends them itself. */
  readonly shards?: Pick<RunShards, "flush" | "close" | "requests">;
  /** The request key under which `ask` stores the answer. */
  keyOf(request: Request, fresh?: string): string;
  readonly window: Window;
  /** the maximum number of requests in flight, in all roles and runs of this process */
  readonly concurrency: number;
  /** HELM's name; absent: prompts are neither counted nor cut */
  readonly tokenizer?: string;
  /** the model's own tokenizer, which counts what the provider does not report; absent: none is known */
  readonly countTokens?: (text: string) => number;
  /** a built-in rule, not a language model; shown next to its numbers */
  readonly isBuiltin: boolean;
  /** what the requests name; absent for a built-in rule */
  readonly served?: { readonly baseUrl: string; readonly model: string };
  /** The model that answers; absent for a built-in rule. */
  readonly identified?: Identified;
  /** for the run's record; absent: unknown */
  readonly price?: Price;
  /** the deployment can restrict replies to a JSON schema */
  readonly structuredOutput?: boolean;
}

export interface WorkerPorts {
  readonly objects: ObjectStore;
  /** Absent: `medhelm run`, which has no submissions. */
  readonly index?: Index;
  readonly clock: Clock;
  readonly data: DataSource;
  /** Opens the place for one run's instances; absent: they stay in memory. */
  readonly openSpill?: () => Spill;
  /** @throws UserError if the deployment is unknown or may not receive data of this access level */
  open(
    deployment: string,
    model: string,
    use: {
      readonly role: "candidate" | "judge";
      readonly benchmark: string;
      readonly access: Access;
      readonly run: string;
      readonly suite: string;
      /** Added to every request. Absent: none. */
      readonly settings?: RequestSettings;
      /** Decides the allowance for thinking. Absent: none. */
      readonly protocol?: Protocol;
      /** The model in the run's stored identity. */
      readonly known?: ModelOfRun | undefined;
      /** The run is complete unless another model answers now: a failed canary request is not repeated. */
      readonly isDone?: boolean;
      readonly signal?: AbortSignal;
      /** Returns stored answers only; a request without one throws PendingAnswers. */
      readonly isReplay?: boolean;
      /** Requests without a stored answer go into shards of the deployment's pool, and throw PendingAnswers. */
      readonly isPooled?: boolean;
      /** The model that answers, if it is known. Absent: the deployment is asked. */
      readonly identified?: ModelOfRun | undefined;
      /** Distinguishes the canary request from earlier ones. Absent: it differs each time. */
      readonly canary?: string;
      /** The owner of the answers to text that is not public. Absent: that of the worker. */
      readonly owner?: string;
      /** The account that pays. Absent: that of the worker. */
      readonly ledger?: SubmissionLedger;
    },
  ): Promise<Opening>;
  /** The account that pays; absent in medhelm run, which keeps no accounts. */
  readonly ledger?: SubmissionLedger;
  /** Whether this worker can call the deployment; if not, another job does. Absent: it can call all. */
  readonly canReach?: (deployment: string) => boolean;
  /** Whether a pool asks the deployment. Absent: there are no pools. */
  readonly isPooled?: (deployment: string) => boolean;
  /** Where a job announces which deployment its runs wait for; absent: the sweep finds out. */
  readonly dispatchQueue?: Pick<Queue, "send">;
  /** Annotators that are programs, by HELM's class name; absent: none. */
  readonly annotators?: FindAnnotator;
  /** Runs SQL that a model wrote; absent: a run that needs it stops before the first request. */
  readonly sql?: SqlGuard;
  /** The FHIR server that an agent's environment reads; absent: a run that needs it stops before the first request. */
  readonly fhir?: FhirServer;
  /** Opens the encoder for BERTScore, once for all runs; absent: none is configured. */
  readonly encoder?: () => Promise<Encoder>;
  /**
   * Writes scenario_state.json while requests are still asked. Absent: afterwards, as on AWS, where a run may wait for another job and an
   * upload that stays open for hours costs money.
   */
  readonly assemblesEarly?: boolean;
  /**
   * Called once for a run that is to be asked, with the number of its instances, when its models are asked which they are. The worker then
   * waits for their replies.
   */
  readonly onFirstWait?: (instances: number) => void;
  readonly holder: Holder;
  readonly holderIsGone?: (holder: Holder) => boolean;
  readonly holderIsAlive?: (holder: Holder) => boolean;
  readonly leaseTtlMs: number;
  /** Renews the runs' leases; absent: the worker's own thread, which then must never block for long. */
  readonly keepLease?: KeepLease;
  /** The version of this code, for the manifest. */
  readonly version: string;
  report(progress: WorkProgress): void;
  /** Absent: no records are written. */
  readonly log?: Log;
  /** Absent: no spans are recorded. */
  readonly trace?: Tracer;
}

export interface WorkRequest {
  readonly plan: RunPlan;
  /** absent in medhelm run */
  readonly submission?: string;
  /** Of the run. Absent: no spans are recorded. */
  readonly span?: OpenSpan;
  /** The run's position in the submission, for its record in the index. */
  readonly ordinal?: number;
  /** judge: the candidate has its own job, and this job never asks it. Absent: candidate. */
  readonly role?: "candidate" | "judge";
  readonly suite: string;
  readonly protocol: Protocol;
  /** concurrent requests */
  readonly concurrency: number;
  /** how many requests may end without an answer; absent: DEFAULT_MAX_FAILURES */
  readonly maxFailures?: MaxFailures;
  /** ask again for requests that ended without an answer */
  readonly retryFailed: boolean;
  /** what a submission adds to the requests to the candidate; in medhelm run the deployments already have it */
  readonly settings?: RequestSettings;
  /** ask everything again, also what has a stored answer */
  readonly fresh?: boolean;
  /**
   * "helm <sha256>" if the prompts come from a HELM run; absent: the benchmark's own prompts, or the user's template
   */
  readonly prompts?: string;
  /** Scores the requests while they are asked, if `assemblesEarly`. Absent: the aggregation reads and scores them. */
  readonly scoresEarly?: (run: LiveRun) => EarlyScores;
  /** abort: stop at once and release the lease; all stored outcomes stay */
  readonly signal: AbortSignal;
}

export interface WorkProgress {
  readonly run: string;
  readonly stage: "loading" | "asking" | "encoding" | "writing";
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  /** answered earlier, not asked again */
  readonly reused: number;
  /** the failed requests by the kind of error */
  readonly failures?: Readonly<Record<string, number>>;
  /** Absent: nothing is asked in this step. */
  readonly spent?: SpentSoFar;
  /** shown once, e.g. what changed since the last run of this name */
  readonly notice?: string;
}

/** Stored answers and verdicts count, because they belong to the run. */
export interface SpentSoFar {
  readonly verdictsAsked: number;
  readonly verdictsScored: number;
  /** of the candidate and the judges, as far as their providers count them */
  readonly tokens: number;
  /** absent: a price is unknown, or no provider counts tokens */
  readonly microUsd?: number;
}

export type WorkResult =
  /** sealed earlier with the same identity; nothing was asked */
  | { readonly kind: "sealed" }
  /** the scenario state is stored; the aggregator computes the stats next */
  | { readonly kind: "judged"; readonly generation: number }
  /**
   * this worker has asked everything that it can; these deployments have jobs of their own: the candidate's first,
   * judges in the jury's order
   */
  | { readonly kind: "awaiting"; readonly deployments: readonly [string, ...string[]] }
  /** `by` is undefined if the run's lease is damaged: nobody knows its holder until it expires. */
  | { readonly kind: "taken"; readonly by: Holder | undefined };
