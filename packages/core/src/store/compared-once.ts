import type { ObjectStore } from "../ports.ts";
import { storedSha256 } from "./objects.ts";
import { damagedFile, type SealedFiles } from "./run-files.ts";

/** The number of files that are known to equal their manifests. */
const MAX_KNOWN = 10_000;

/** Compares a whole file of a sealed run with its manifest. @throws ChangedFile */
export type CompareFile = (files: SealedFiles, file: string, etag: string) => Promise<void>;

/** Reads each version of a file once, for a caller that sends the file as a stream and cannot take back its beginning. */
export function comparedOnce(objects: Pick<ObjectStore, "stream">): CompareFile {
  const equal = new Set<string>();
  return async ({ manifest, keyOf }, file, etag) => {
    const expected = new Map(Object.entries(manifest?.files ?? {})).get(file);
    const key = keyOf(file);
    const version = `${key} ${etag} ${expected}`;
    if (expected === undefined || equal.has(version)) return;
    if ((await storedSha256(objects, key)) !== expected) throw damagedFile(key);
    const [oldest] = equal;
    if (oldest !== undefined && equal.size >= MAX_KNOWN) equal.delete(oldest);
    equal.add(version);
  };
}
