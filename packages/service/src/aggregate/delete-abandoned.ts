import { isLeaseHeld } from "@medhelm/core/jobs/lease";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { Manifest } from "@medhelm/core/release/runs/manifest";
import { Identity } from "@medhelm/core/run/identity";
import { attemptsBetween, wasSealed } from "./attempt-folders.ts";
import { type Attempt, decideToDelete } from "./decide-attempt.ts";

/** The fields of the manifest and of the identity that count here. */
const Seal = Manifest.pick({ formatVersion: true, folder: true, generation: true });
const Named = Identity.pick({ formatVersion: true, folder: true, generation: true });

/**
 * Deletes the attempts of a run that killed workers left, when no submission continues the run. It keeps every sealed generation, and all attempts
 * while a worker holds the run. It also keeps the complete attempt that the run's identity names: its owner may read it, and a retry continues with
 * it. A repetition completes what a killed process left. It looks at the generations since the last seal.
 */
export async function deleteAbandoned(objects: ObjectStore, suite: string, run: string): Promise<void> {
  const before = await namedAndSeal(objects, suite, run);
  const [first, last] = [before.seal?.generation ?? 1, before.named?.generation ?? 0];
  const attempts = await attemptsBetween(objects, suite, run, { first, last });
  // After the list: a worker that acquires the lease from now on writes into a folder that is not in it.
  if (attempts.length === 0 || (await isLeaseHeld(objects, keys.lease(suite, run)))) return;
  const { named, seal } = await namedAndSeal(objects, suite, run);
  if (await isOfEarlierFormat(objects, suite, run, { named, seal })) return;
  for (const folder of attempts)
    if (folder !== named?.folder && folder !== seal?.folder) await deleteUnsealed(objects, { suite, run, folder });
}

/** A worker of format N-1 names no folder, and an aggregator or a migration makes one for it. */
async function isOfEarlierFormat(
  objects: ObjectStore,
  suite: string,
  run: string,
  { named, seal }: Awaited<ReturnType<typeof namedAndSeal>>,
): Promise<boolean> {
  if (seal !== undefined && seal.folder === undefined) return true;
  return named?.folder === undefined && (await objects.head(keys.assembly(suite, run))) !== undefined;
}

async function namedAndSeal(objects: ObjectStore, suite: string, run: string) {
  const [named, seal] = await Promise.all([
    getJson(objects, keys.identity(suite, run), Named),
    getJson(objects, keys.manifest(suite, run), Seal),
  ]);
  return { named, seal };
}

/** Keeps the decision, because a stalled worker may still write into the folder. */
async function deleteUnsealed(objects: ObjectStore, attempt: Attempt): Promise<void> {
  const { suite, run, folder } = attempt;
  if (await wasSealed(objects, suite, run, folder)) return;
  if (!(await decideToDelete(objects, attempt))) return;
  const decision = keys.attemptDecision(suite, run, folder);
  for await (const { key } of objects.list(keys.generation(suite, run, folder)))
    if (key !== decision) await objects.delete(key);
}
