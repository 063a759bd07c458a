import { generationFolder, keys } from "@medhelm/core/store/object-keys";
import { getIfReadable, putJson } from "@medhelm/core/store/objects";
import type { ObjectStore, Spill } from "@medhelm/core/ports";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { Progress, RunFailure } from "@medhelm/core/run/progress";
import { Identity, OtherConfiguration } from "@medhelm/core/run/identity";
import { type Acquired, acquireLease, type Lease } from "@medhelm/core/jobs/lease";
import { RunStopped } from "@medhelm/core/run/asking/run-stopped";
import type { RequestState } from "@medhelm/core/helm/scenario-state";
import { failedEnd } from "@medhelm/core/run/failure-code";
import { orUserError, UserError } from "@medhelm/core/user-error";
import { withFields } from "@medhelm/core/log/with-fields";
import { noLog } from "@medhelm/core/log/no-log";
import { inSpan, noSpan } from "../trace/open-span.ts";
import { noLedger } from "../money/no-ledger.ts";
import { openJury } from "./answers/annotate.ts";
import { answerAll } from "./answers/answer-all.ts";
import { startAssembly } from "./assembly/assemble.ts";
import type { Access } from "@medhelm/core/run/profile";
import { findAssembled } from "./assembly/assembled.ts";
import { durableAsk, type Forgotten, isTransient, knownFailures } from "./answers/durable-ask.ts";
import { limitVerdicts } from "./failures/limit-verdicts.ts";
import { putImages } from "./assembly/put-images.ts";
import { earlyAssembly } from "./assembly/early-assembly.ts";
import { writeEncoderScores } from "./assembly/encode.ts";
import { failureLimit } from "./failures/failure-limit.ts";
import { clearFailure, recordFailure } from "./failures/failure-record.ts";
import { forgetFailures } from "./failures/forget-failures.ts";
import { streamBounded } from "../concurrency/map-bounded.ts";
import { lanesOf } from "./answers/lanes-of.ts";
import type { OpenModels } from "./models/open-models.ts";
import type { OpenDeployment, WorkerPorts, WorkRequest, WorkResult } from "./ports.ts";
import { type Prepared, prepare } from "./prepare.ts";
import { progressWriter } from "./progress.ts";
import { spentSoFar } from "./answers/spent-so-far.ts";
import { replaceIdentity } from "./identity/replace-identity.ts";
import { replayStored } from "./answers/replay-stored.ts";
import { countRequests, requestStates, wholeSplitNotice } from "./answers/requests-of-run.ts";
import { addSolved, solver } from "./answers/solver.ts";

/**
 * Works on one run from its instances to scenario_state.json, and resumes the work of an earlier worker. A second
 * execution writes the same bytes, and so do several workers that each reach some of the run's deployments: the last
 * one assembles the files. A UserError (bad data, refused key, endpoint down) is recorded as the run's failure and
 * thrown.
 */
export async function workRun(ports: WorkerPorts, request: WorkRequest): Promise<WorkResult> {
  const acquired = await acquire(ports, request);
  if (acquired.kind === "taken") return acquired;
  const { lease } = acquired;
  const spill = ports.openSpill?.();
  try {
    const result = await workLeased(ports, request, lease, spill);
    if (result.kind !== "awaiting") await settle(ports, request, lease, result);
    return result;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    if (lease.lost.aborted) throw lease.lost.reason;
    // the submission has its own record, also where this one cannot be written
    if (!(error instanceof OtherConfiguration)) await recordFailure(ports, request, error, lease).catch(orUserError);
    await settle(ports, request, lease, error);
    throw error;
  } finally {
    spill?.close();
    await lease.release();
  }
}

/** Acquires the run's lease. A UserError (e.g. a folder in the place of its file) ends the run for its submission, and is thrown. */
async function acquire(ports: WorkerPorts, request: WorkRequest): Promise<Acquired> {
  const { objects, clock, leaseTtlMs: ttlMs, holder } = ports;
  const { suite, signal } = request;
  const run = request.plan.runSpec.name;
  try {
    return await acquireLease({
      objects,
      clock,
      key: keys.lease(suite, run),
      ttlMs,
      holder,
      signal,
      ...(request.submission === undefined ? {} : { submission: request.submission }),
      ...(ports.holderIsGone === undefined ? {} : { holderIsGone: ports.holderIsGone }),
      ...(ports.holderIsAlive === undefined ? {} : { holderIsAlive: ports.holderIsAlive }),
      ...(ports.keepLease === undefined ? {} : { keep: ports.keepLease }),
      highestTerm: () => highestTerm(objects, suite, run),
    });
  } catch (error) {
    if (error instanceof UserError) await settle(ports, request, {}, error);
    throw error;
  }
}

/** The highest term that the run's other records name. Damaged ones are made again. */
async function highestTerm(objects: ObjectStore, suite: string, run: string): Promise<number> {
  const records = await Promise.all([
    getIfReadable(objects, keys.identity(suite, run), Identity),
    getIfReadable(objects, keys.progress(suite, run), Progress),
    getIfReadable(objects, keys.failed(suite, run), RunFailure),
  ]);
  return Math.max(...records.map((record) => record?.term ?? 0));
}

/** Records for the submission how its run has ended. `medhelm run` has no submission, and does not load the code. */
async function settle(
  ports: WorkerPorts,
  { plan, suite, submission: id, ordinal }: WorkRequest,
  { term }: Partial<Pick<Lease, "term">>,
  ended: UserError | Exclude<WorkResult, { readonly kind: "awaiting" }>,
): Promise<void> {
  if (id === undefined) return;
  const { settleDone, settleFailed } = await import("../index/settle-run.ts");
  const own = { id, suite, run: plan.runSpec.name, ...(ordinal === undefined ? {} : { ordinal }) };
  if (ended instanceof UserError) return settleFailed(ports, own, failedEnd(ended), term);
  await settleDone(ports, own, term, ended.kind === "judged" ? ended.generation : undefined);
}

async function workLeased(
  ports: WorkerPorts,
  request: WorkRequest,
  lease: Lease,
  spill: Spill | undefined,
): Promise<WorkResult> {
  const { plan, suite, span = noSpan } = request;
  const { runSpec, benchmark } = plan;
  const run = runSpec.name;
  const signal = AbortSignal.any([request.signal, lease.lost]);
  const prepared = await inSpan(span, "prepare", () => prepare(ports, request, lease, spill));
  await clearFailure(ports.objects, suite, run, lease);
  const ledger = (await ports.ledger?.of(suite, run)) ?? noLedger;
  if (prepared === "sealed" || (await isAssembled(ports, request, prepared))) {
    await ledger.settleSealed();
    return prepared === "sealed" ? { kind: "sealed" } : { kind: "judged", generation: prepared.identity.generation };
  }

  const { models } = prepared;
  if (models instanceof UserError) throw models;
  const { candidate } = models;
  const { model_deployment: deployment } = runSpec.adapter_spec;
  const failures = await knownFailures(ports.objects, suite, run, forgotten(request, prepared));
  const earlier = new Set(failures.keys());
  const { readImage } = prepared;
  const durable = durableAsk(ports.objects, { suite, run, fresh: prepared.identity.fresh, readImage }, failures);
  const ask = ledger.replayable(durable);
  const solve = await solver(benchmark.agent, deployment, { candidate, ask, fhir: ports.fhir });
  const jury = await openJury(ports, request, { ask, ...models });
  const states = requestStates(request, prepared, candidate);
  const total = countRequests(request, prepared);
  const progress = progressWriter(ports, request, lease, total, await pendingJudge(ports, request));
  const limit = failureLimit(deployment, total, request.maxFailures);
  const verdictLimit = limitVerdicts(total * jury.judges.length, request.maxFailures);
  const folder = generationFolder(benchmark.card.access, prepared.identity.generation, folderNonce(lease));
  const keyOf = (file: string): string => keys.generationFile(suite, run, folder, file);
  if (runSpec.adapter_spec.max_eval_instances === undefined) progress.announce(wholeSplitNotice(prepared, total));
  let reached = 0;
  const walk = () => replayStored(states(), { solve, annotate: jury.annotate, request, signal });
  const parts = { folder, requests: total, keyOf, prepared, candidate, jury, solve, signal };
  const assembling = earlyAssembly(writesEarly(ports, request), spill, (take) =>
    startAssembly(ports, request, { ...parts, states, take }),
  );
  try {
    await ledger.reconcile(walk);
    assembling.begin();
    const counts = await inSpan(span, "ask", (asking) =>
      answerAll({
        states: states(),
        span: asking,
        log: withFields(ports.log ?? noLog, { submission: request.submission, suite, run, deployment }),
        nameOf: instanceName(benchmark.card.access),
        candidate,
        solve,
        annotate: jury.annotate,
        lanes: lanesOf(models, request.concurrency),
        signal,
        onFailure: (error) => {
          for (const one of [candidate, ...models.judges.values()]) one.stop(error);
        },
        onProgress: (sofar) => {
          reached = sofar.requests;
          progress.tick(sofar, spentSoFar(sofar, { price: candidate.price, jury }));
          limit.duringRun(sofar);
          verdictLimit.duringRun(sofar);
        },
        onAnswered: assembling.onAnswered,
      }),
    );
    await ledger.checkpoint();
    limit.atEnd(counts);
    const [pending, ...others] = inOrder(counts.pending, [deployment, ...jury.judges.map((j) => j.modelDeployment)]);
    if (pending !== undefined) {
      await Promise.all(shardsOf(models).map((shards) => shards.flush())); // before the run counts as waiting
      await markBeyondPools(ports, request, pending, models);
      progress.markPending(counts, pending, pooledRequests(openedOf(models, pending, deployment)));
      return { kind: "awaiting", deployments: [pending, ...others] };
    }
    verdictLimit.atEnd(counts);
    const encoded = await inSpan(span, "encode", () =>
      writeEncoderScores(ports, request, {
        keyOf,
        encoder: prepared.encoder,
        // from the stored outcomes: all requests are answered now
        answered: streamBounded(states(), request.concurrency, async (state) =>
          addSolved(state, await solve(state, signal)),
        ),
        signal,
        onProgress: (done) => progress.encoding(counts, done),
      }),
    );
    await progress.writing(counts);
    const transient = [...failures.values()].filter(isTransient).length;
    const files = await inSpan(span, "write", async () => {
      const images =
        readImage === undefined ? {} : await putImages(ports.objects, states(), { keyOf, readImage, signal });
      return { ...encoded, ...images, ...(await assembling.finish({ counts, transient })) };
    });
    const assembled = { ...prepared.identity, folder, files };
    if (!(await replaceIdentity(ports.objects, { suite, run }, prepared.identity, assembled)))
      throw new Error(`${run}: its identity changed while this worker held the lease; run it again`);
    progress.complete();
    ledger.markComplete();
  } catch (error) {
    await assembling.stop(error);
    shardsOf(models).forEach((shards) => shards.close());
    await ledger.settleFailed(error, { isResumed: prepared.identity.attempts > 1, signal }, walk);
    await keepReached(ports.objects, request, lease, { prepared, reached });
    if (error instanceof RunStopped && error.isServerFault && !lease.lost.aborted)
      await forgetFailures(ports.objects, { suite, run, failures, earlier });
    throw error;
  } finally {
    await assembling.stop(new Error("the work on this run has ended"));
    await progress.stop();
    await jury.close();
    await ledger.close();
  }
  signal.throwIfAborted();
  return { kind: "judged", generation: prepared.identity.generation };
}

/** An agent's steps are read from the store again, in the form that a resumed run finds. */
const writesEarly = ({ assemblesEarly = false }: WorkerPorts, { plan }: WorkRequest): boolean =>
  assemblesEarly && plan.benchmark.agent === undefined;

const openedOf = ({ candidate, judges }: OpenModels, name: string, deployment: string) =>
  name === deployment ? candidate : judges.get(name);

const pooledRequests = (opened: OpenDeployment | undefined): number => opened?.shards?.requests ?? 0;

/** The requests of the run that wait in pools. */
const shardsOf = ({ candidate, judges }: OpenModels) =>
  [candidate, ...judges.values()].flatMap(({ shards }) => shards ?? []);

/** Records that this job cannot ask a deployment and its pool cannot ask for this run: a later job brings the model's server. */
async function markBeyondPools(
  { objects, isPooled, canReach }: WorkerPorts,
  { plan: { runSpec }, suite }: WorkRequest,
  pending: string,
  { candidate, judges }: OpenModels,
): Promise<void> {
  if (isPooled?.(pending) !== true || canReach?.(pending) !== false) return;
  const opened = openedOf({ candidate, judges }, pending, runSpec.adapter_spec.model_deployment);
  if (opened?.shards === undefined) await putJson(objects, keys.needsServer(suite, runSpec.name), { formatVersion: 1 });
}

/** Records how far an interrupted worker came, so that the dispatcher sees whether its jobs make progress. */
async function keepReached(
  objects: ObjectStore,
  { plan, suite, signal }: WorkRequest,
  { lost }: Lease,
  { prepared: { identity }, reached }: { readonly prepared: Prepared; readonly reached: number },
): Promise<void> {
  if (!signal.aborted || lost.aborted || reached <= (identity.done ?? 0)) return;
  await replaceIdentity(objects, { suite, run: plan.runSpec.name }, identity, { ...identity, done: reached });
}

/** Returns the deployment that the run waits for, in a judge's job. */
async function pendingJudge(ports: WorkerPorts, { plan, suite, role }: WorkRequest): Promise<string | undefined> {
  if (role !== "judge") return undefined;
  const storedProgress = await getIfReadable(ports.objects, keys.progress(suite, plan.runSpec.name), Progress);
  return storedProgress?.state === "awaiting" ? storedProgress.deployment : undefined;
}

/** How records name an instance: by its id, or by its number if the benchmark's own ids are not public. */
const instanceName =
  (access: Access) =>
  ({ instance: { id } }: RequestState, index: number): string =>
    access === "public" && id !== undefined ? id : `number ${index + 1}`;

const inOrder = (found: ReadonlySet<string>, order: readonly string[]): string[] =>
  [...new Set(order)].filter((deployment) => found.has(deployment));

/** Whether an earlier worker finished this generation and no aggregator has sealed it yet. */
async function isAssembled(
  { objects }: WorkerPorts,
  { plan, suite, retryFailed }: WorkRequest,
  { identity }: Prepared,
): Promise<boolean> {
  return !retryFailed && (await findAssembled(objects, suite, plan.runSpec.name, identity)) !== undefined;
}

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
