import type { Lease } from "@medhelm/core/jobs/lease";
import type { Spill } from "@medhelm/core/ports";
import { Progress } from "@medhelm/core/run/progress";
import type { RequestState } from "@medhelm/core/helm/scenario-state";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { generationFolder, keys } from "@medhelm/core/store/object-keys";
import { getIfReadable } from "@medhelm/core/store/objects";
import { UserError } from "@medhelm/core/user-error";
import type { WorkLedger } from "../money/no-ledger.ts";
import { openJury, type OpenJury } from "./answers/annotate.ts";
import { durableAsk, type Forgotten, type KnownFailures, knownFailures } from "./answers/durable-ask.ts";
import { replayStored } from "./answers/replay-stored.ts";
import { countRequests, requestStates, wholeSplitNotice } from "./answers/requests-of-run.ts";
import { type Solve, solver } from "./answers/solver.ts";
import { startAssembly } from "./assembly/assemble.ts";
import { earlyAssembly } from "./assembly/early-assembly.ts";
import { failureLimit } from "./failures/failure-limit.ts";
import { limitVerdicts } from "./failures/limit-verdicts.ts";
import type { OpenModels } from "./models/open-models.ts";
import type { WorkerPorts, WorkRequest } from "./ports.ts";
import type { Prepared } from "./prepare.ts";
import { progressWriter } from "./progress.ts";

/** A run whose requests can be asked now, with all that the worker needs for that. */
export interface OpenWork {
  readonly ports: WorkerPorts;
  readonly request: WorkRequest;
  readonly lease: Lease;
  readonly prepared: Prepared;
  readonly models: OpenModels;
  readonly ledger: WorkLedger;
  /** The failed requests by their keys, old and new. */
  readonly failures: KnownFailures;
  /** The keys of those that earlier workers recorded. */
  readonly earlierFailures: ReadonlySet<string>;
  readonly solve: Solve;
  readonly jury: OpenJury;
  /** Yields all requests, without results. */
  readonly states: () => Iterable<RequestState>;
  /** Reads all stored answers and verdicts for the ledger. */
  readonly replay: () => Promise<void>;
  readonly limits: {
    readonly failures: ReturnType<typeof failureLimit>;
    readonly verdicts: ReturnType<typeof limitVerdicts>;
  };
  readonly progress: ReturnType<typeof progressWriter>;
  readonly assembling: ReturnType<typeof earlyAssembly>;
  /** the folder of this attempt */
  readonly folder: string;
  /** Returns the key of a file in it. */
  readonly keyOf: (file: string) => string;
  /** Aborts when the request is stopped or the lease is lost. */
  readonly signal: AbortSignal;
}

/**
 * Opens what asking and writing a prepared run needs, before its first request.
 * @throws UserError if a model cannot be opened, or cannot do what the benchmark needs
 */
export async function openWork(
  ports: WorkerPorts,
  request: WorkRequest,
  {
    prepared,
    lease,
    ledger,
    spill,
  }: {
    readonly prepared: Prepared;
    readonly lease: Lease;
    readonly ledger: WorkLedger;
    readonly spill: Spill | undefined;
  },
): Promise<OpenWork> {
  const { models, identity, readImage } = prepared;
  if (models instanceof UserError) throw models;
  const { candidate } = models;
  const { plan, suite, maxFailures } = request;
  const { runSpec, benchmark } = plan;
  const { name: run, adapter_spec: adapter } = runSpec;
  const signal = AbortSignal.any([request.signal, lease.lost]);
  const failures = await knownFailures(ports.objects, suite, run, forgotten(request, prepared));
  const earlierFailures = new Set(failures.keys());
  const ask = ledger.replayable(durableAsk(ports.objects, { suite, run, fresh: identity.fresh, readImage }, failures));
  const solve = await solver(benchmark.agent, adapter.model_deployment, { candidate, ask, fhir: ports.fhir });
  const jury = await openJury(ports, request, { ask, ...models });
  const states = requestStates(request, prepared, candidate);
  const total = countRequests(request, prepared);
  const progress = progressWriter(ports, request, lease, total, await pendingJudge(ports, request));
  if (adapter.max_eval_instances === undefined) progress.announce(wholeSplitNotice(prepared, total));
  const folder = generationFolder(benchmark.card.access, identity.generation, folderNonce(lease));
  const keyOf = (file: string): string => keys.generationFile(suite, run, folder, file);
  const parts = { folder, requests: total, keyOf, prepared, candidate, jury, solve, signal };
  return {
    ports,
    request,
    lease,
    prepared,
    models,
    ledger,
    failures,
    earlierFailures,
    solve,
    jury,
    states,
    replay: () => replayStored(states(), { solve, annotate: jury.annotate, request, signal }),
    limits: {
      failures: failureLimit(adapter.model_deployment, total, maxFailures),
      verdicts: limitVerdicts(total * jury.judges.length, maxFailures),
    },
    progress,
    assembling: earlyAssembly(writesEarly(ports, request), spill, (take) =>
      startAssembly(ports, request, { ...parts, states, take }),
    ),
    folder,
    keyOf,
    signal,
  };
}

/** Returns the deployment that the run waits for, in a judge's job. */
async function pendingJudge(ports: WorkerPorts, { plan, suite, role }: WorkRequest): Promise<string | undefined> {
  if (role !== "judge") return undefined;
  const storedProgress = await getIfReadable(ports.objects, keys.progress(suite, plan.runSpec.name), Progress);
  return storedProgress?.state === "awaiting" ? storedProgress.deployment : undefined;
}

/** An agent's steps are read from the store again, in the form that a resumed run finds. */
const writesEarly = ({ assemblesEarly = false }: WorkerPorts, { plan }: WorkRequest): boolean =>
  assemblesEarly && plan.benchmark.agent === undefined;

/** The folder's name is unguessable, as the lease's nonce is. */
const folderNonce = ({ nonce }: Lease): string => sha256Hex(nonce).slice(0, 32);

/**
 * The next start of a run asks again for what failed for a temporary reason. In the service, several jobs work on one generation, and
 * only the first of them is a start.
 */
function forgotten({ retryFailed, submission }: WorkRequest, { identity }: Prepared): Forgotten {
  if (retryFailed) return "all";
  return submission === undefined || identity.attempts === 1 ? "transient" : "none";
}
