import type { ReadImage } from "@medhelm/core/helm/media";
import type { InstanceList } from "@medhelm/core/run/instance-list";
import type { Assembly } from "@medhelm/core/run/assembly";
import type { LoadedInstances } from "@medhelm/core/run/benchmark";
import type { LoadedGroups } from "@medhelm/core/scoring/row-groups";
import { turns } from "@medhelm/core/run/turns";
import { loadInstances } from "@medhelm/core/run/load-instances";
import {
  type Identity,
  type IdentityCore,
  identityOf,
  type IdentityComparison,
  compareIdentity,
  MODEL_PART,
  OtherConfiguration,
  otherUnsealedWording,
  otherWording,
  withModels,
} from "@medhelm/core/run/identity";
import type { Lease } from "@medhelm/core/jobs/lease";
import { augmentInstances } from "@medhelm/core/perturbations/augment";
import { selectInstances } from "@medhelm/core/run/sample";
import { keys } from "@medhelm/core/store/object-keys";
import { getIfReadable, orDamaged } from "@medhelm/core/store/objects";
import { openRun, type RunFiles } from "@medhelm/core/store/run-files";
import type { ModelOfRun } from "@medhelm/core/models/model-of-run";
import { Progress } from "@medhelm/core/run/progress";
import { planWording, type Wording, wordingOf } from "@medhelm/core/run/wording";
import type { Manifest } from "@medhelm/core/release/manifest";
import type { Encoder, ObjectStore, Spill } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { findAssembled } from "./assembled.ts";
import { isAttemptWhole } from "./attempt-files.ts";
import { settleEncoder } from "./encode.ts";
import { modelsOf, noticesOf, openModels, type OpenModels } from "./open-models.ts";
import type { WorkerPorts, WorkRequest } from "./ports.ts";
import { putBackGeneration } from "./put-back-generation.ts";
import { replaceIdentity } from "./replace-identity.ts";
import { storedIdentity } from "./stored-identity.ts";

/** An identity that this worker has written. */
type OwnIdentity = Identity & { readonly term: number };

export interface Prepared {
  readonly train: InstanceList;
  readonly evaluation: InstanceList;
  /** The number of evaluated instances; an instance and its perturbed copies count once. */
  readonly instances: number;
  readonly identity: OwnIdentity;
  readonly dataset: Manifest["dataset"];
  /** those of the evaluated instances, by id */
  readonly groups: Assembly["groups"];
  /** reads the images of the prompts; undefined: the benchmark has none */
  readonly readImage: ReadImage | undefined;
  /** undefined: no BERTScore in this run */
  readonly encoder: Encoder | undefined;
  /** An error if a model cannot be opened. The run then needs no model, because an earlier worker has assembled its files. */
  readonly models: OpenModels | UserError;
}

/**
 * Loads the instances and compares the run with the one that may already exist under its name. The run is new, the
 * same (resume), sealed (nothing to do), or changed: then its generation is raised, and answers to equal requests are
 * reused. The old results stay where they are, and readers see them until the new generation is sealed.
 * @throws LeaseLost if another worker took over the run
 */
export async function prepare(
  ports: WorkerPorts,
  request: WorkRequest,
  lease: Lease,
  spill: Spill | undefined,
): Promise<Prepared | "sealed"> {
  const { runSpec, benchmark } = request.plan;
  const loaded = await loadInstances(benchmark, ports.data, spill);
  const selected = selectInstances(loaded.instances, runSpec.adapter_spec);
  const { train, evaluation } = await augmentInstances(selected, runSpec.data_augmenter_spec, spill);
  const mine = await identityOf({
    runSpec,
    instances: [train, evaluation],
    sources: loaded.sources,
    identityParts: benchmark.identityParts,
    configuration: benchmark.configuration,
    protocol: runSpec.annotators === undefined ? undefined : request.protocol,
  });
  let opening: Promise<OpenModels> | undefined;
  const open: Open = (known) => (opening ??= openModels(ports, request, known)).catch(orUserError);
  let started: Started | "sealed" | undefined;
  while (started === undefined)
    started = await begin(ports, request, lease, { core: mine, total: evaluation.length, open });
  if (started === "sealed") return "sealed";
  return {
    train,
    evaluation,
    ...(await idsAndGroups(evaluation, loaded.groups)),
    ...started,
    readImage: loaded.readImage,
    dataset: { sha256: sha256Hex(loaded.sources.map((s) => s.sha256).join("\n")), sources: [...loaded.sources] },
  };
}

type Started = Pick<Prepared, "identity" | "encoder" | "models">;

/** Opens the models at the first call. */
type Open = (known: Parameters<typeof openModels>[2]) => Promise<OpenModels | UserError>;

function orUserError(error: unknown): UserError {
  if (error instanceof UserError) return error;
  throw error;
}

interface Begin {
  readonly core: IdentityCore;
  /** the number of evaluated instances */
  readonly total: number;
  readonly open: Open;
}

/** Decides how the run goes on and stores its identity. Undefined: a worker of an earlier term has changed the identity meanwhile. */
async function begin(
  ports: WorkerPorts,
  request: WorkRequest,
  lease: Lease,
  { core, total, open }: Begin,
): Promise<Started | "sealed" | undefined> {
  const { suite, retryFailed } = request;
  const run = request.plan.runSpec.name;
  const { identity: stored, isDamaged } = await storedIdentity(ports.objects, suite, run);
  const found = await lookAtRun(ports.objects, suite, run, stored);
  const worded = checkedWording(request, found, stored);
  const compared = await compareModels(ports, request, { core, open, stored, found });
  const { models, mine, settled, isFresh } = compared;
  const notice = (text: string): void =>
    ports.report({ run, stage: "loading", done: 0, total, failed: 0, reused: 0, notice: text });
  const comparison = compareIdentity(run, suite, stored, mine);
  const why = settled === "sealed" ? undefined : (settled.change ?? whyReopen(comparison, found, retryFailed, isFresh));
  const needsNoModel = settled === "sealed" || (found.isAssembled && why === undefined && !retryFailed);
  for (const text of checkedModels(models, needsNoModel)) notice(text);
  for (const text of damageNotices(isDamaged, found)) notice(text);
  if (settled === "sealed" && !isDamaged) return "sealed";

  const isNewGeneration = why !== undefined || (retryFailed && stored !== undefined);
  const identity = nextIdentity(ports, mine, lease, generationAt(stored, found, settled, isNewGeneration), {
    ...modelsAndAnswers(ports, request, compared, stored),
    ...worded,
    ...(await doneBefore(ports.objects, suite, run, { stored, isNewGeneration })),
  });
  if (why !== undefined) {
    const kept = await earlierResults(ports.objects, suite, run, found);
    notice(`${why}; ${kept}${reusedText(isFresh, comparison)}`);
  }
  if (!(await replaceIdentity(ports.objects, { suite, run }, stored, identity))) return undefined;
  if (settled === "sealed") return "sealed";
  return { identity, encoder: settled.encoder, models };
}

const DAMAGED_IDENTITY =
  "the record of its inputs (identity.json) was damaged and is written again; stored answers are used";
const DAMAGED_ATTEMPT = "files of its last attempt were damaged and are written again from the stored answers";

/** The number of requests that the last worker had done, whose progress this worker replaces. */
async function doneBefore(
  objects: ObjectStore,
  suite: string,
  run: string,
  { stored, isNewGeneration }: { readonly stored: Identity | undefined; readonly isNewGeneration: boolean },
): Promise<Pick<Identity, "done">> {
  if (stored === undefined || isNewGeneration) return {};
  const progress = await getIfReadable(objects, keys.progress(suite, run), Progress);
  const done = Math.max(stored.done ?? 0, progress?.done ?? 0);
  return done === 0 ? {} : { done };
}

const damageNotices = (isIdentityDamaged: boolean, { isAttemptDamaged }: Found): string[] => [
  ...(isIdentityDamaged ? [DAMAGED_IDENTITY] : []),
  ...(isAttemptDamaged ? [DAMAGED_ATTEMPT] : []),
];

/** A number: the identity is a new one of this generation. */
function generationAt(
  stored: Identity | undefined,
  found: Found,
  settled: Compared["settled"],
  isNewGeneration: boolean,
): number | { readonly resumed: Identity | undefined } {
  if (settled === "sealed") return found.known;
  return isNewGeneration ? found.known + 1 : { resumed: resumable(stored, found) };
}

/** The stored identity, without an attempt whose files are damaged. */
function resumable(identity: Identity | undefined, { isAttemptDamaged }: Found): Identity | undefined {
  if (identity === undefined || !isAttemptDamaged) return identity;
  const { folder: _folder, files: _files, ...others } = identity;
  return others;
}

/** The wording of the request. @throws OtherConfiguration if it would replace results of another wording */
function checkedWording(
  { plan, prompts, suite }: WorkRequest,
  found: Found,
  stored: Identity | undefined,
): Pick<Identity, "wording"> {
  const wording = wordingOf(planWording(plan, prompts));
  const replaced =
    otherWording(suite, sealedWording(found), wording) ??
    (found.isAssembled ? otherUnsealedWording(suite, stored?.wording, wording) : undefined);
  if (replaced !== undefined) throw new OtherConfiguration(replaced);
  return wording === undefined ? {} : { wording };
}

/** Says which stored answers are used. */
function reusedText(isFresh: boolean, comparison: IdentityComparison): string {
  if (isFresh) return "stored answers are not used";
  const hasOtherModel = comparison.kind === "reopen" && comparison.changed.some((what) => what.startsWith(MODEL_PART));
  return `${hasOtherModel ? "only answers of the present model" : "answers"} to equal requests are reused`;
}

const sealedWording = ({ manifest }: Found): Wording | undefined => manifest && wordingOf(manifest, manifest.judges);

interface Compared {
  readonly models: OpenModels | UserError;
  /** the models that answer, by deployment; the earlier ones if they cannot be opened */
  readonly answering: Readonly<Record<string, ModelOfRun>>;
  /** the run's identity with these models */
  readonly mine: IdentityCore;
  readonly settled: Awaited<ReturnType<typeof settleEncoder>>;
  /** everything is asked again from here */
  readonly isFresh: boolean;
}

/** Opens the models, and finds out whether the run is complete as it is. */
async function compareModels(
  ports: WorkerPorts,
  request: WorkRequest,
  {
    core,
    open,
    stored,
    found,
  }: Pick<Begin, "core" | "open"> & { readonly stored: Identity | undefined; readonly found: Found },
): Promise<Compared> {
  const run = request.plan.runSpec.name;
  const isFresh = request.fresh === true && !isAskedAlready(request, stored?.fresh, found);
  const isOpen = request.retryFailed || isFresh || found.sealed?.coverage.transient !== undefined;
  const isDoneAs = ({ runKey }: IdentityCore): boolean =>
    found.sealed?.runKey === runKey && found.isWhole && !found.isEdited && !isOpen;
  const known = stored?.models ?? found.manifest?.models ?? {};
  const isDoneAsBefore = isDoneAs(withModels(core, run, known));
  // an encoder that is missing is found before any request
  const settledAsBefore = await settleEncoder(ports, request, isDoneAsBefore);
  const models = await open({ known, isDone: isDoneAsBefore });
  const answering = models instanceof UserError ? known : modelsOf(request, models);
  const mine = withModels(core, run, answering);
  const isDone = isDoneAs(mine);
  const settled = isDone === isDoneAsBefore ? settledAsBefore : await settleEncoder(ports, request, isDone);
  return { models, answering, mine, settled, isFresh };
}

/**
 * Whether earlier workers ask everything again for the same request, so that this one keeps their answers. A submission names its answers, and they also
 * count if a worker is killed between the seal and its record.
 */
const isAskedAlready = ({ submission }: WorkRequest, fresh: string | undefined, { sealed }: Found): boolean =>
  submission === undefined ? fresh !== undefined && sealed === undefined : fresh === submission;

/**
 * Returns the sentences for the user about the models.
 * @throws UserError if a model that the run needs cannot be opened
 */
function checkedModels(models: OpenModels | UserError, needsNoModel: boolean): readonly string[] {
  if (!(models instanceof UserError)) return noticesOf(models);
  if (!needsNoModel) throw models;
  return [`the run is complete, and it was not checked which model answers now: ${models.message}`];
}

function modelsAndAnswers(
  { clock }: WorkerPorts,
  { submission }: WorkRequest,
  { answering, isFresh }: Compared,
  stored: Identity | undefined,
): Pick<Identity, "models" | "fresh"> {
  const fresh = isFresh ? (submission ?? clock.randomUuid()) : stored?.fresh;
  return {
    ...(Object.keys(answering).length === 0 ? {} : { models: answering }),
    ...(fresh === undefined ? {} : { fresh }),
  };
}

async function idsAndGroups(
  evaluation: InstanceList,
  known: LoadedInstances["groups"],
): Promise<Pick<Prepared, "instances" | "groups">> {
  const ids = new Set<string | undefined>();
  const groups = new Map<string, LoadedGroups>();
  const turn = turns();
  for (const { id } of evaluation) {
    const found = id === undefined ? undefined : known?.get(id);
    if (id !== undefined && found !== undefined) groups.set(id, found);
    ids.add(id);
    await turn();
  }
  return { instances: ids.size, groups: groups.size === 0 ? undefined : Object.fromEntries(groups) };
}

interface Found {
  /** the highest generation that any file names */
  readonly known: number;
  readonly manifest: Manifest | undefined;
  /** the manifest, if no worker has started a later generation */
  readonly sealed: Manifest | undefined;
  /** every file that the manifest lists exists */
  readonly isWhole: boolean;
  /** the run's folder was copied, and a file in it is not the one that the manifest lists */
  readonly isEdited: boolean;
  /** an attempt at the current generation is complete */
  readonly isAssembled: boolean;
  /** such an attempt was complete, and its files have changed since */
  readonly isAttemptDamaged: boolean;
  /** keys of the files in the run's own folder, which another tool or format N-1 wrote */
  readonly oldFiles: readonly string[];
}

async function lookAtRun(
  objects: ObjectStore,
  suite: string,
  run: string,
  stored: Identity | undefined,
): Promise<Found> {
  const opened = await openOrPutBack(objects, suite, run);
  const { manifest, isEdited, files } = opened;
  const sealed = manifest !== undefined && manifest.generation >= (stored?.generation ?? 0) ? manifest : undefined;
  const attempt = await lookAtAttempt(objects, suite, run, stored, sealed !== undefined);
  return {
    known: Math.max(stored?.generation ?? 0, manifest?.generation ?? 0),
    manifest,
    sealed,
    isWhole: isWhole(opened),
    isEdited,
    isAssembled: attempt === "whole",
    isAttemptDamaged: attempt === "damaged",
    oldFiles: manifest?.folder === undefined ? [...files] : [],
  };
}

/** The files of a sealed attempt are compared with its manifest instead. */
async function lookAtAttempt(
  objects: ObjectStore,
  suite: string,
  run: string,
  stored: Identity | undefined,
  isSealed: boolean,
): Promise<"none" | "whole" | "damaged"> {
  try {
    if ((await findAssembled(objects, suite, run, stored)) === undefined) return "none";
    if (isSealed || stored === undefined) return "whole";
    return (await isAttemptWhole(objects, suite, run, stored)) ? "whole" : "damaged";
  } catch (error) {
    // its decision, or the assembly of format N-1
    return orDamaged(error) ?? "damaged";
  }
}

interface ListedRun extends RunFiles {
  /** the keys of the files that exist */
  readonly files: ReadonlySet<string>;
}

/**
 * Finds the files of the run. It puts the files of a copied run back first, and those that are missing in the sealed generation.
 * @throws UserError if the folder holds another run
 */
async function openOrPutBack(
  objects: ObjectStore,
  suite: string,
  run: string,
): Promise<ListedRun & Pick<Found, "isEdited">> {
  const opened = await openAndList(objects, suite, run);
  const { sealedName, copiedFrom } = opened;
  if (sealedName !== undefined && sealedName !== run)
    throw new UserError(
      `${run}: this folder of suite "${suite}" holds the run ${sealedName}, because this disk does not distinguish capital letters or forms of accents; use another --suite`,
    );
  const sealed = copiedFrom ?? opened.manifest;
  if (sealed?.folder === undefined || (copiedFrom === undefined && isWhole(opened)))
    return { ...opened, isEdited: false };
  const putBack = await putBackGeneration(objects, sealed);
  const now = putBack === "done" ? await openAndList(objects, suite, run) : opened;
  return { ...now, isEdited: putBack === "edited" && copiedFrom !== undefined };
}

async function openAndList(objects: ObjectStore, suite: string, run: string): Promise<ListedRun> {
  const opened = await openRun(objects, suite, run);
  const folder = opened.manifest?.folder;
  const prefix = folder === undefined ? keys.run(suite, run) : keys.generation(suite, run, folder);
  const files = new Set<string>();
  for await (const { key } of objects.list(prefix)) files.add(key);
  return { ...opened, files };
}

/** Whether every file that the manifest lists exists. */
const isWhole = ({ manifest, keyOf, files }: Pick<ListedRun, "manifest" | "keyOf" | "files">): boolean =>
  Object.keys(manifest?.files ?? {}).every((file) => files.has(keyOf(file)));

function whyReopen(
  comparison: IdentityComparison,
  found: Found,
  retryFailed: boolean,
  isFresh: boolean,
): string | undefined {
  if (isFresh && (comparison.kind !== "new" || found.manifest !== undefined)) return "asking everything again";
  if (found.isEdited) return "its files differ from its manifest";
  if (comparison.kind === "reopen") return `changed since the last run: ${comparison.changed.join(", ")}`;
  if (comparison.kind === "new")
    return found.manifest !== undefined || found.oldFiles.some((key) => key.endsWith("/run_spec.json"))
      ? "the folder contains a run of another tool, or a run whose scratch files have expired"
      : undefined;
  if (retryFailed && (found.sealed !== undefined || found.isAssembled)) return "asking again for what failed";
  return found.sealed === undefined ? undefined : whySealedAgain(found.sealed, found);
}

/** Says why the worker seals the run again, whose identity is the same. */
function whySealedAgain({ coverage }: Manifest, found: Found): string {
  const transient = coverage.transient ?? 0;
  if (transient === 0 || !found.isWhole) return "files that its manifest lists are missing";
  return `asking again for ${transient === 1 ? "a request" : `${transient} requests`} without an answer`;
}

function nextIdentity(
  ports: WorkerPorts,
  mine: IdentityCore,
  { term }: Lease,
  at: number | { readonly resumed: Identity | undefined },
  more: Pick<Identity, "models" | "fresh" | "wording" | "done">,
): OwnIdentity {
  const resumed = typeof at === "number" ? undefined : at.resumed;
  return {
    ...resumed,
    ...mine,
    ...more,
    generation: typeof at === "number" ? at : (at.resumed?.generation ?? 1),
    startedAt: resumed?.startedAt ?? new Date(ports.clock.nowMs()).toISOString(),
    attempts: (resumed?.attempts ?? 0) + 1,
    term,
  };
}

const keptIn = (folder: string): string => `the earlier results are kept in ${folder}, and `;

/**
 * Says which folder keeps the earlier results; "" without results. Files in the run's own folder are copied, because the
 * next seal replaces them. A repetition continues an interrupted copy and replaces no file.
 */
async function earlierResults(
  objects: ObjectStore,
  suite: string,
  run: string,
  { known, manifest, oldFiles }: Found,
): Promise<string> {
  if (manifest?.folder !== undefined) return keptIn(keys.generation(suite, run, manifest.folder));
  if (oldFiles.length === 0) return "";
  const previous = keys.previous(suite, run, known);
  for (const key of oldFiles)
    await objects.put(previous + key.slice(keys.run(suite, run).length), objects.stream(key), { ifAbsent: true });
  return keptIn(previous);
}
