import { imageHash } from "../helm/media.ts";
import type { ObjectStore } from "../ports.ts";
import type { Manifest } from "../release/runs/manifest.ts";
import { sha256Hex } from "./canonical.ts";
import { parseManifest } from "./manifest-hash.ts";
import { keys } from "./object-keys.ts";
import { UserError } from "../user-error.ts";

/** Where the files of a run are. */
export interface RunFiles {
  /** Absent: the run is not sealed, or another tool wrote it. */
  readonly manifest?: Manifest;
  /** The etag of the manifest, for a conditional write. */
  readonly manifestEtag?: string;
  /** The name in the manifest. Another one than the folder's: a user has renamed the folder, or the disk does not distinguish the names. */
  readonly sealedName?: string;
  /** The hash of the manifest's bytes, by which a release refers to the seal. */
  readonly manifestSha256?: string;
  /**
   * Present: the folder that the manifest names is absent, and the files lie next to the manifest. This is the manifest with
   * that folder, and `manifest` is without it.
   */
  readonly copiedFrom?: Manifest;
  /** Returns the key of a file. `file`: its path in HELM's layout, e.g. "stats.json" or "pages/1.json". */
  keyOf(file: string): string;
}

/** The files of a run, and the hashes of those of a sealed one. */
export interface SealedFiles extends Pick<RunFiles, "keyOf"> {
  readonly manifest?: Pick<Manifest, "files">;
}

/** The files that a worker writes. The aggregator derives all others from them. */
export const WORKER_FILES = [
  "run_spec.json",
  "scenario.json",
  "encoder_scores.json",
  "assembly.json",
  "scenario_state.json",
] as const;
const workerFiles: ReadonlySet<string> = new Set(WORKER_FILES);
/** The images of the prompts are the worker's, too. */
const isOfWorker = (file: string): boolean => workerFiles.has(file) || imageHash(file) !== undefined;

/**
 * Reads the manifest of a run and returns where the run's files are: in the folder of the sealed generation. A run of
 * another tool, or of format N-1, has its files next to the manifest. So has a run whose own folder a user has copied or exported
 * without the generations. Every reader of run files uses this function.
 * @param mayBeCopied false: the run's own folder has no files next to the manifest, which saves a request
 * @throws DamagedObject for the manifest; UserError if its format is newer than this program
 */
export async function openRun(
  objects: ObjectStore,
  suite: string,
  run: string,
  { mayBeCopied = true } = {},
): Promise<RunFiles> {
  const key = keys.manifest(suite, run);
  const stored = await objects.get(key);
  if (stored === undefined) return { keyOf: runFileKeys(suite, run) };
  const parsed = parseManifest(stored.body, key);
  const sealed: Manifest = { ...parsed, suite, run }; // the folders' names, because a user may have renamed them
  const isCopied = mayBeCopied && (await isGenerationAbsent(objects, suite, run, sealed));
  const manifest = isCopied ? withoutFolder(sealed) : sealed;
  return {
    manifest,
    manifestEtag: stored.etag,
    sealedName: parsed.run,
    manifestSha256: sha256Hex(stored.body),
    ...(isCopied ? { copiedFrom: sealed } : {}),
    keyOf: runFileKeys(suite, run, manifest),
  };
}

async function isGenerationAbsent(objects: ObjectStore, suite: string, run: string, seal: Manifest): Promise<boolean> {
  if (seal.folder === undefined) return false;
  return (await objects.head(runFileKeys(suite, run, seal)(LAST_OF_GENERATION))) === undefined;
}

/**
 * The key of the file without which a generation counts as absent, if other files of it are there: somebody has deleted this one.
 */
export async function lostFromGeneration(
  objects: ObjectStore,
  { suite, run, folder }: Manifest,
): Promise<string | undefined> {
  if (folder === undefined) return undefined;
  for await (const _ of objects.list(keys.generation(suite, run, folder)))
    return keys.generationFile(suite, run, folder, LAST_OF_GENERATION);
  return undefined;
}

function withoutFolder({ folder: _folder, derived: _derived, ...manifest }: Manifest): Manifest {
  return manifest;
}

/** putBackGeneration (service/work) copies this file last. */
export const LAST_OF_GENERATION = "run_spec.json";

/** Returns the key of each file of a run by its path in HELM's layout. `seal`: the run's manifest. */
export function runFileKeys(
  suite: string,
  run: string,
  seal: Pick<Manifest, "folder" | "derived"> = {},
): (file: string) => string {
  const { folder, derived } = seal;
  if (folder === undefined || derived === undefined) return (file) => keys.runFile(suite, run, file);
  return (file) => {
    if (file === "manifest.json") return keys.manifest(suite, run);
    return keys.generationFile(suite, run, folder, isOfWorker(file) ? file : `${derived}/${file}`);
  };
}

/** A file of a sealed run has other bytes than its manifest says. */
export class ChangedFile extends UserError {}

/** A worker checks that the files of a sealed run exist, and does not read them. `place`: the file's key, or its path. */
export const damagedFile = (place: string, cause?: unknown): ChangedFile =>
  new ChangedFile(
    `${place}: the stored file differs from the run's manifest; call medhelm repair, which makes it again or names what to run again`,
    { cause },
  );
