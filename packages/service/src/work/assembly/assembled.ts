import type { ObjectStore } from "@medhelm/core/ports";
import { Assembly } from "@medhelm/core/run/assembly";
import type { Identity } from "@medhelm/core/run/identity";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import { isDiscarded } from "../../aggregate/decide-attempt.ts";

/** The fields of an assembly of format N-1 that this module reads. */
const Attempt = Assembly.pick({ formatVersion: true, generation: true }).partial({ formatVersion: true });

/** A complete attempt at a run, which an aggregator can seal. */
export interface Assembled {
  /** The folder of the attempt. Absent: a worker of format N-1 wrote the files into the run's own folder. */
  readonly folder?: string;
  /** Returns the key of one of the worker's files. */
  keyOf(file: string): string;
}

/** Finds the complete attempt at the generation that the identity names. `identity`: the stored one. */
export async function findAssembled(
  objects: ObjectStore,
  suite: string,
  run: string,
  identity: Pick<Identity, "generation" | "folder"> | undefined,
): Promise<Assembled | undefined> {
  const folder = identity?.folder;
  const found = folder === undefined ? oldAttempt(suite, run) : attemptIn(suite, run, folder);
  if (folder === undefined) {
    const assembly = await getJson(objects, found.keyOf("assembly.json"), Attempt);
    if (assembly === undefined || assembly.generation < (identity?.generation ?? 0)) return undefined;
  }
  if ((await objects.head(found.keyOf("scenario_state.json"))) === undefined) return undefined;
  const isLost = folder !== undefined && (await isDiscarded(objects, { suite, run, folder }));
  return isLost ? undefined : found;
}

export const attemptIn = (suite: string, run: string, folder: string): Assembled => ({
  folder,
  keyOf: (file) => keys.generationFile(suite, run, folder, file),
});

const oldAttempt = (suite: string, run: string): Assembled => ({
  keyOf: (file) => (file === "assembly.json" ? keys.assembly(suite, run) : keys.runFile(suite, run, file)),
});
