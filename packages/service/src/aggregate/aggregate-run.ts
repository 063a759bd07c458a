import { RunSpec } from "@medhelm/core/helm/run-spec";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { GENERATION_FOLDER, keys } from "@medhelm/core/store/object-keys";
import { getJson, parseJson } from "@medhelm/core/store/objects";
import { openRun } from "@medhelm/core/store/run-files";
import type { Clock, Index, Log, ObjectStore, Tracer } from "@medhelm/core/ports";
import type { Manifest } from "@medhelm/core/release/runs/manifest";
import { Assembly } from "@medhelm/core/run/assembly";
import type { Identity } from "@medhelm/core/run/identity";
import type { AggregateMessage } from "@medhelm/core/submission";
import { attemptIn, findAssembled } from "../work/assembly/assembled.ts";
import { type AttemptFiles, requireAsWritten } from "../work/assembly/attempt-files.ts";
import { storedIdentity } from "../work/identity/stored-identity.ts";
import { adoptOldAttempt } from "./adopt-old-attempt.ts";
import { lastTerm } from "@medhelm/core/jobs/lease";
import { noSpan, spanOfSubmission } from "../trace/open-span.ts";
import { resolveWaiting } from "../index/run-states.ts";
import { decideToSeal } from "./decide-attempt.ts";
import { deleteAbandoned } from "./delete-abandoned.ts";
import { deleteDamaged } from "./delete-damaged.ts";
import { isLarge } from "./is-large.ts";
import { finishSeal, isWithdrawn, type SealPorts, sealRun } from "./seal-run.ts";
import { type Attempt, type DerivePorts, deriveRun } from "./derive-run.ts";

export interface AggregatePorts extends SealPorts, DerivePorts {
  /** Absent: `medhelm run`, which has no submissions. */
  readonly index?: Index;
  /** Starts a job that aggregates the run. The function has it, because its time and memory are limited; the job does not. */
  readonly startJob?: (run: RunToAggregate) => Promise<void>;
  /** Absent: neither records nor spans are written. */
  readonly observe?: { readonly log: Log; readonly trace?: Tracer; readonly clock: Clock };
}

export interface RunToAggregate {
  readonly suite: string;
  readonly run: string;
  readonly generation: number;
  readonly folder: string;
}

export type AggregateResult =
  | { readonly kind: "sealed"; readonly manifest: Manifest }
  /** an older generation, a reopened run, or sealed before: nothing to do */
  | { readonly kind: "stale" }
  /** too large for this place: a job does it */
  | { readonly kind: "startJob" }
  /** files of the attempt are missing or damaged: the next event or the sweep sends the message again, or lets a worker write them again */
  | { readonly kind: "not-ready" };

/**
 * Writes the stats under both profiles, the per-instance scores, the pages and finally the manifest, which seals the
 * run. The output depends on the attempt's files and the code only, so a second delivery writes the same bytes.
 */
export async function aggregateRun(ports: AggregatePorts, message: AggregateMessage): Promise<AggregateResult> {
  if (message.isEnded !== true) return aggregateAttempt(ports, message);
  await deleteAbandoned(ports.objects, message.suite, message.run);
  return { kind: "stale" };
}

async function aggregateAttempt(ports: AggregatePorts, message: AggregateMessage): Promise<AggregateResult> {
  const { objects } = ports;
  const { suite, run } = message;
  const { identity, isDamaged } = await storedIdentity(objects, suite, run);
  if (isDamaged) return { kind: "not-ready" };
  const wanted = generationOf(message.folder) ?? identity?.generation ?? 0;
  const { manifest: earlier } = await openRun(objects, suite, run);
  if (earlier !== undefined && earlier.generation >= wanted) {
    await finishSeal(ports, earlier);
    await resolveWaiting(ports, suite, run);
    return { kind: "stale" };
  }
  try {
    const attempt = await readAttempt(objects, message, identity);
    if (attempt === undefined) return { kind: "not-ready" };
    const { generation } = attempt.assembly;
    if (isOutdated(generation, message, identity)) return { kind: "stale" };
    if (ports.startJob !== undefined && isLarge(attempt.stateBytes)) {
      await ports.startJob({ suite, run, generation, folder: attempt.folder });
      return { kind: "startJob" };
    }
    return await deriveAndSeal(ports, attempt, earlier?.generation ?? 0);
  } catch (error) {
    if (await deleteDamaged(objects, message, identity)) return { kind: "not-ready" };
    throw error;
  }
}

/** Whether the message is for another generation, or a worker has reopened the run. */
const isOutdated = (generation: number, message: AggregateMessage, identity: KnownIdentity): boolean =>
  (message.generation ?? generation) !== generation || generation < (identity?.generation ?? 0);

type KnownIdentity = Pick<Identity, "generation" | "folder" | "files"> | undefined;

/** Reads the attempt that the message names, or else the one that the identity names. Undefined: it is not complete. */
async function readAttempt(
  objects: ObjectStore,
  { suite, run, folder: named }: AggregateMessage,
  identity: KnownIdentity,
): Promise<Attempt | undefined> {
  const folder = named ?? (await assembledFolder(objects, suite, run, identity));
  if (folder === undefined) return undefined;
  const { keyOf } = attemptIn(suite, run, folder);
  const expected = identity?.folder === folder ? identity.files : undefined;
  const assembly = await readAssembly(objects, keyOf, expected);
  const runSpec = await getJson(objects, keyOf("run_spec.json"), RunSpec);
  const state = await objects.head(keyOf("scenario_state.json"));
  if (assembly === undefined || runSpec === undefined || state === undefined) return undefined;
  return {
    folder,
    assembly,
    runSpec,
    stateBytes: state.sizeBytes,
    expected,
  };
}

/** @throws DamagedObject if the file is not the one that the worker wrote. The hashes of the other files are known when they have been read. */
async function readAssembly(
  objects: ObjectStore,
  keyOf: (file: string) => string,
  expected: AttemptFiles | undefined,
): Promise<Assembly | undefined> {
  const stored = await objects.get(keyOf("assembly.json"));
  if (stored === undefined) return undefined;
  requireAsWritten({ "assembly.json": sha256Hex(stored.body) }, expected, keyOf);
  return parseJson(stored.body, stored.key, Assembly);
}

/** `after`: the generation that was sealed before. */
async function deriveAndSeal(ports: AggregatePorts, attempt: Attempt, after: number): Promise<AggregateResult> {
  const { observe, objects } = ports;
  if (observe === undefined) return sealDerived(ports, attempt, after);
  const { suite, run } = attempt.assembly;
  const startMs = observe.clock.monotonicMs();
  const { submission } = await lastTerm(objects, keys.lease(suite, run));
  const span = submission === undefined ? noSpan : spanOfSubmission(observe, submission, "aggregate", { suite, run });
  const result = await sealDerived(ports, attempt, after);
  span.end({ fields: { ended: result.kind } });
  const ms = Math.round(observe.clock.monotonicMs() - startMs);
  observe.log("info", "run aggregated", { submission, suite, run, ended: result.kind, ms });
  return result;
}

async function sealDerived(ports: AggregatePorts, attempt: Attempt, after: number): Promise<AggregateResult> {
  const { suite, run, generation } = attempt.assembly;
  let manifest: Manifest;
  try {
    manifest = await deriveRun(ports, attempt);
  } catch (error) {
    // a later seal deletes the folder while this aggregator reads it
    const { manifest: later } = await openRun(ports.objects, suite, run);
    if (later !== undefined && later.generation >= generation) return { kind: "stale" };
    throw error;
  }
  if (!(await decideToSeal(ports.objects, { suite, run, folder: attempt.folder }, after))) return { kind: "not-ready" };
  const stored = await sealRun(ports, manifest);
  const isMine = stored.folder === manifest.folder && stored.derived === manifest.derived;
  if (isMine && (await isWithdrawn(ports.objects, stored))) return { kind: "not-ready" };
  await finishSeal(ports, stored, { isFresh: isMine });
  await resolveWaiting(ports, stored.suite, stored.run);
  return isMine ? { kind: "sealed", manifest: stored } : { kind: "stale" };
}

/**
 * Derives all files of a sealed run again. `objects` decides what becomes of the files.
 * @returns the manifest that they give; undefined if files of the attempt are missing
 */
export async function deriveAgain(
  ports: DerivePorts,
  { suite, run, folder }: Pick<RunToAggregate, "suite" | "run" | "folder">,
): Promise<Manifest | undefined> {
  const attempt = await readAttempt(ports.objects, { suite, run, folder }, undefined);
  // the folders' names, because a user may have renamed them
  return attempt && deriveRun(ports, { ...attempt, assembly: { ...attempt.assembly, suite, run } });
}

/** The folder of the attempt that waits for its aggregation, if the message names none. */
async function assembledFolder(
  objects: ObjectStore,
  suite: string,
  run: string,
  identity: KnownIdentity,
): Promise<string | undefined> {
  const attempt = await findAssembled(objects, suite, run, identity);
  if (attempt === undefined || attempt.folder !== undefined) return attempt?.folder;
  return adoptOldAttempt(objects, suite, run, attempt);
}

const generationOf = (folder: string | undefined): number | undefined =>
  folder === undefined ? undefined : Number(GENERATION_FOLDER.exec(folder)?.[2]);
