import { isDeepStrictEqual } from "node:util";
import { Assembly } from "@medhelm/core/run/assembly";
import type { ObjectStore } from "@medhelm/core/ports";
import type { Manifest } from "@medhelm/core/release/runs/manifest";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { parseManifest } from "@medhelm/core/store/manifest-hash";
import { keys } from "@medhelm/core/store/object-keys";
import { DamagedObject, getJson, orUnreadable, parseJson, UnreadableObject } from "@medhelm/core/store/objects";
import { Decision } from "../aggregate/decide-attempt.ts";
import { type StoredIdentity, storedIdentity } from "../work/identity/stored-identity.ts";

/** A sealed run whose generation has a folder. */
export type SealedGeneration = Manifest & { readonly folder: string };

const RECORDS = ["assembly.json", "decision.json", "manifest.json"] as const;

/** The assembly that the fields of a manifest give. It lacks the tokens, groups and lost parts of single requests. */
export const assemblyOf = (sealed: SealedGeneration): string =>
  JSON.stringify(Assembly.parse({ ...sealed, formatVersion: 1 }));

export interface DamagedRecord {
  readonly key: string;
  /** what is wrong with it */
  readonly why: string;
}

/**
 * Finds the damaged records of a sealed generation: the files in its folder that the manifest does not list. An absent one is not damaged, because the
 * results need none.
 */
export async function damagedRecords(objects: ObjectStore, sealed: Manifest): Promise<readonly DamagedRecord[]> {
  const found: DamagedRecord[] = [];
  for (const [key, check] of checks(objects, sealed)) {
    const why = await check(key).catch((error: unknown) => {
      if (error instanceof DamagedObject) return error.message;
      throw error;
    });
    if (why !== undefined) found.push({ key, why });
  }
  return found;
}

/** The keys of the records of a generation. A run that an older version sealed has no generation, and so no records. */
export const recordKeys = ({ suite, run, folder }: Manifest): readonly string[] =>
  folder === undefined ? [] : RECORDS.map((file) => keys.generationFile(suite, run, folder, file));

type Check = (key: string) => Promise<string | undefined>;

function checks(objects: ObjectStore, manifest: Manifest): readonly (readonly [string, Check])[] {
  const { suite, run, folder } = manifest;
  if (folder === undefined) return [];
  const sealed = { ...manifest, folder };
  const key = (file: (typeof RECORDS)[number]) => keys.generationFile(suite, run, folder, file);
  return [
    [key("assembly.json"), (at) => faultOfAssembly(objects, sealed, at)],
    [key("manifest.json"), (at) => faultOfCopy(objects, sealed, at)],
    [key("decision.json"), async (at) => void (await getJson(objects, at, Decision))],
  ];
}

/** A killed process may leave the copy that it made before it scored the run again: it has other derived files. */
async function faultOfCopy(
  objects: ObjectStore,
  { suite: _suite, run: _run, ownSha256, ...sealed }: SealedGeneration,
  key: string,
): Promise<string | undefined> {
  const stored = await objects.get(key);
  if (stored === undefined) return undefined;
  const { suite: _s, run: _r, ownSha256: ownOfCopy, ...copy } = parseManifest(stored.body, key);
  const hasLostHash = ownSha256 !== undefined && ownOfCopy === undefined && copy.derived === sealed.derived;
  const isOther = copy.folder !== sealed.folder || (hasLostHash && !isDeepStrictEqual(copy, sealed));
  return isOther ? "it is not the run's manifest; call medhelm repair" : undefined;
}

/** A newer program may have started another generation of the run, whose sealed results stay what they are. */
const knownIdentity = async (objects: ObjectStore, { suite, run }: Manifest): Promise<Partial<StoredIdentity>> => {
  const found = await storedIdentity(objects, suite, run).catch(orUnreadable);
  return found instanceof UnreadableObject ? {} : found;
};

/** The identity has the hash of the worker's bytes. medhelm repair may have made others from the manifest. */
async function faultOfAssembly(
  objects: ObjectStore,
  sealed: SealedGeneration,
  key: string,
): Promise<string | undefined> {
  const stored = await objects.get(key);
  if (stored === undefined) return undefined;
  const { identity } = await knownIdentity(objects, sealed);
  const expected = identity?.folder === sealed.folder ? identity.files?.["assembly.json"] : undefined;
  if (sha256Hex(stored.body) === expected) return undefined;
  parseJson(stored.body, key, Assembly);
  if (expected === undefined) return undefined;
  return Buffer.from(stored.body).toString() === assemblyOf(sealed)
    ? undefined
    : "its bytes are not those that the worker wrote; call medhelm repair";
}
