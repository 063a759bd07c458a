import type { ObjectStore } from "@medhelm/core/ports";
import { withHash } from "@medhelm/core/store/manifest-hash";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, UnreadableObject, storedSha256 } from "@medhelm/core/store/objects";
import { lostFromGeneration, openRun, runFileKeys, WORKER_FILES } from "@medhelm/core/store/run-files";
import { z } from "zod";
import { type AggregatePorts, deriveAgain } from "../aggregate/aggregate-run.ts";
import type { Decision } from "../aggregate/decide-attempt.ts";
import { finishSeal, putSealCopy } from "../aggregate/seal-run.ts";
import { assemblyOf, damagedRecords, type SealedGeneration } from "../verify/damaged-records.ts";
import { recordingStore } from "../verify/recording-store.ts";
import { storedIdentity } from "../work/identity/stored-identity.ts";
import { restoreManifest } from "./restore-manifest.ts";

export type RepairPorts = Pick<AggregatePorts, "objects" | "metrics" | "showRun">;

/** Sentences about one run. Without any, nothing was damaged. */
export interface Repair {
  /** what is whole again */
  readonly rebuilt: string[];
  /** what only a new run of the entry can make, and what that costs */
  readonly lost: string[];
}

const RUN_AGAIN =
  "run its entry again: stored answers are used, and medhelm plan counts the others before they are asked";

/**
 * Repairs the files of one run: records of work from scratch, sealed files from their copies or from the worker's files. It asks no model. A
 * damaged file that cannot be made here is kept as `<file>.damaged`, so that the next run of the entry writes it again.
 * The caller holds the run's lease.
 */
export async function repairRun(ports: RepairPorts, suite: string, run: string): Promise<Repair> {
  const { objects } = ports;
  const repair: Repair = { rebuilt: [], lost: [] };
  const manifestKey = keys.manifest(suite, run);
  const restored = await restoreManifest(objects, suite, run);
  if (restored === "restored") repair.rebuilt.push(`${manifestKey} is restored from the sealed generation`);
  if (restored === "deleted") repair.lost.push(`${manifestKey} is deleted; ${RUN_AGAIN}`);
  await repairWork(objects, suite, run, repair);
  const { manifest: found, copiedFrom, manifestEtag } = await openRun(objects, suite, run);
  // without this file, the whole generation counts as absent
  const isPartly = copiedFrom !== undefined && (await lostFromGeneration(objects, copiedFrom)) !== undefined;
  const manifest = isPartly ? copiedFrom : found;
  if (manifest?.folder === undefined || manifestEtag === undefined) return repair;
  const sealed = { ...manifest, folder: manifest.folder };
  const records = new Set((await damagedRecords(objects, sealed)).map(({ key }) => key));
  await repairDecision(objects, sealed, records, repair);
  await repairCopy(objects, sealed, records, repair);
  const damaged = await damagedFiles(objects, sealed);
  const left = await copyFromShown(objects, sealed, damaged, repair);
  await repairAssembly(ports, sealed, { left, records }, repair);
  await deriveFiles(ports, { sealed, etag: manifestEtag }, left, repair);
  if (repair.lost.length === 0) await showAgain(ports, sealed, repair);
  return repair;
}

type Sealed = SealedGeneration;

/** Writes the copy of the manifest in the folder of the generation again. */
async function repairCopy(
  objects: ObjectStore,
  sealed: Sealed,
  damaged: ReadonlySet<string>,
  { rebuilt }: Repair,
): Promise<void> {
  const key = keys.generationFile(sealed.suite, sealed.run, sealed.folder, "manifest.json");
  if (!damaged.has(key) && (await objects.head(key)) !== undefined) return;
  await putSealCopy(objects, sealed);
  rebuilt.push(`${key} is copied from the run's manifest`);
}

/** Deletes what the next worker writes again. */
async function repairWork(objects: ObjectStore, suite: string, run: string, { rebuilt }: Repair): Promise<void> {
  const isDamaged = async (key: string): Promise<boolean> => {
    if (key === keys.identity(suite, run)) return (await storedIdentity(objects, suite, run)).isDamaged;
    try {
      await getJson(objects, key, z.unknown());
      return false;
    } catch (error) {
      if (error instanceof UnreadableObject) return true;
      throw error; // a disk that refuses the file says nothing about its bytes
    }
  };
  for await (const { key } of objects.list(keys.work(suite, run))) {
    if (key === keys.lease(suite, run) || !key.endsWith(".json") || !(await isDamaged(key))) continue;
    await objects.delete(key);
    rebuilt.push(`${key} was damaged and is deleted; the next run of the entry writes it again`);
  }
}

async function repairDecision(
  objects: ObjectStore,
  sealed: Sealed,
  damaged: ReadonlySet<string>,
  { rebuilt }: Repair,
): Promise<void> {
  const key = keys.attemptDecision(sealed.suite, sealed.run, sealed.folder);
  if (!damaged.has(key)) return;
  await objects.put(
    key,
    JSON.stringify({ formatVersion: 1, end: "seal", after: 0 } satisfies z.infer<typeof Decision>),
  );
  rebuilt.push(`${key} is written again`);
}

const isWhole = async (objects: ObjectStore, key: string, sha256: string | undefined): Promise<boolean> =>
  (await objects.head(key)) !== undefined && (await storedSha256(objects, key)) === sha256;

/** The sealed files that are absent or have other bytes. */
async function damagedFiles(objects: ObjectStore, sealed: Sealed): Promise<string[]> {
  const keyOf = runFileKeys(sealed.suite, sealed.run, sealed);
  const found: string[] = [];
  for (const [file, sha256] of Object.entries(sealed.files))
    if (!(await isWhole(objects, keyOf(file), sha256))) found.push(file);
  return found;
}

/** Copies whole files from the run's own folder. Returns the files that have no whole copy. */
async function copyFromShown(
  objects: ObjectStore,
  sealed: Sealed,
  damaged: readonly string[],
  { rebuilt }: Repair,
): Promise<string[]> {
  const { suite, run } = sealed;
  const keyOf = runFileKeys(suite, run, sealed);
  const left: string[] = [];
  for (const file of damaged) {
    const shown = keys.runFile(suite, run, file);
    if (!(await isWhole(objects, shown, sealed.files[file]))) {
      left.push(file);
      continue;
    }
    await objects.copy(shown, keyOf(file));
    rebuilt.push(`${keyOf(file)} is restored from ${shown}`);
  }
  return left;
}

const isOfWorker = (file: string): boolean => WORKER_FILES.some((name) => name === file);

/** The manifest has all fields of the assembly but the tokens, groups and lost parts of single requests. */
async function repairAssembly(
  ports: RepairPorts,
  sealed: Sealed,
  { left, records }: { readonly left: readonly string[]; readonly records: ReadonlySet<string> },
  repair: Repair,
): Promise<void> {
  const { objects, metrics } = ports;
  const { suite, run, folder } = sealed;
  const key = keys.generationFile(suite, run, folder, "assembly.json");
  if ((!records.has(key) && (await objects.head(key)) !== undefined) || left.some(isOfWorker)) return;
  const assembly = assemblyOf(sealed);
  const seen: ObjectStore = { ...objects, get: (k) => objects.get(k === key ? keys.manifest(suite, run) : k) };
  const again = await deriveAgain(
    { objects: recordingStore(seen, () => false).objects, metrics },
    { suite, run, folder },
  );
  const isEqual =
    again !== undefined && Object.entries(again.files).every(([file, hash]) => sealed.files[file] === hash);
  if (isEqual) {
    await objects.put(key, assembly);
    repair.rebuilt.push(`${key} is made again from the manifest`);
  } else {
    await setAside(objects, key);
    repair.lost.push(
      `${key} has lost the token counts of single requests; the results are complete, but cannot be computed again; to change that, run the entry with --fresh, which asks every question again`,
    );
  }
}

/** Derives damaged stats, scores and pages again from the worker's files. */
async function deriveFiles(
  { objects, metrics, showRun }: RepairPorts,
  { sealed, etag }: { readonly sealed: Sealed; readonly etag: string },
  left: readonly string[],
  repair: Repair,
): Promise<void> {
  if (left.length === 0) return;
  const { suite, run, folder } = sealed;
  const keyOf = runFileKeys(suite, run, sealed);
  const again = left.some(isOfWorker) ? undefined : await deriveAgain({ objects, metrics }, { suite, run, folder });
  if (again === undefined) {
    for (const file of left) await setAside(objects, keyOf(file));
    const named = left.map((file) => keyOf(file)).join(", ");
    repair.lost.push(`${named}: no intact copy is left; ${RUN_AGAIN}`);
    return;
  }
  const isAsBefore = again.derived === sealed.derived && left.every((file) => again.files[file] === sealed.files[file]);
  if (!isAsBefore) {
    const { outcome } = await objects.put(keys.manifest(suite, run), JSON.stringify(withHash(again)), {
      ifMatch: etag,
    });
    if (outcome === "written") await finishSeal({ objects, ...(showRun === undefined ? {} : { showRun }) }, again);
  }
  const how = isAsBefore ? "computed again" : "computed again by this version, whose numbers may differ";
  for (const file of left) repair.rebuilt.push(`${keyOf(file)} is ${how}`);
}

async function setAside(objects: ObjectStore, key: string): Promise<void> {
  if ((await objects.head(key)) === undefined) return;
  await objects.copy(key, `${key}.damaged`);
  await objects.delete(key);
}

/** Replaces the files of the run's own folder that differ from the sealed ones. */
async function showAgain({ objects, showRun }: RepairPorts, sealed: Sealed, { rebuilt }: Repair): Promise<void> {
  const { suite, run, files } = sealed;
  const { manifest } = await openRun(objects, suite, run);
  if (showRun === undefined || manifest === undefined) return;
  for (const [file, sha256] of Object.entries(files)) {
    const shown = keys.runFile(suite, run, file);
    if (await isWhole(objects, shown, sha256)) continue;
    await objects.delete(shown);
    rebuilt.push(`${shown} is copied from the sealed file`);
  }
  await showRun(manifest);
}
