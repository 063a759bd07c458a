import type { Manifest } from "@medhelm/core/release/runs/manifest";
import type { ObjectStore } from "@medhelm/core/ports";
import type { Identity } from "@medhelm/core/run/identity";
import { keys } from "@medhelm/core/store/object-keys";
import { orDamaged } from "@medhelm/core/store/objects";
import { openRun, type RunFiles } from "@medhelm/core/store/run-files";
import { UserError } from "@medhelm/core/user-error";
import { findAssembled } from "../assembly/assembled.ts";
import { damagedFiles } from "../assembly/attempt-files.ts";
import { putBackGeneration } from "./put-back-generation.ts";

/** The files and records of a run that earlier workers and aggregators have left. */
export interface FoundRun {
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

/**
 * Looks at the files of a run, and puts missing files of its sealed generation back.
 * @throws UserError if the folder holds another run
 */
export async function findRun(
  objects: ObjectStore,
  suite: string,
  run: string,
  stored: Identity | undefined,
): Promise<FoundRun> {
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
    for await (const _ of damagedFiles(objects, suite, run, stored)) return "damaged";
    return "whole";
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
): Promise<ListedRun & Pick<FoundRun, "isEdited">> {
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

const keptIn = (folder: string): string => `the earlier results are kept in ${folder}, and `;

/**
 * Says which folder keeps the earlier results; "" without results. Files in the run's own folder are copied, because the
 * next seal replaces them. A repetition continues an interrupted copy and replaces no file.
 */
export async function earlierResults(
  objects: ObjectStore,
  suite: string,
  run: string,
  { known, manifest, oldFiles }: FoundRun,
): Promise<string> {
  if (manifest?.folder !== undefined) return keptIn(keys.generation(suite, run, manifest.folder));
  if (oldFiles.length === 0) return "";
  const previous = keys.previous(suite, run, known);
  for (const key of oldFiles)
    await objects.put(previous + key.slice(keys.run(suite, run).length), objects.stream(key), { ifAbsent: true });
  return keptIn(previous);
}
