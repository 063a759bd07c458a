import type { ObjectStore } from "../ports.ts";
import { sha256Hex } from "./canonical.ts";
import { parseManifest } from "./manifest-hash.ts";
import { placeOfRunFile } from "./object-keys.ts";
import { damagedFile } from "./run-files.ts";

/** Manifests whose hashes stay in memory; that of a large run lists thousands of pages. */
const MAX_MANIFESTS = 32;

interface Seal {
  readonly etag: string;
  readonly derived: string | undefined;
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Compares each file of a run that is read whole with the manifest of its folder. A file without such a manifest is read as it is, and so is one that the
 * aggregator wrote before the run was scored again. A manifest is read once for each of its versions.
 */
export function checkedRuns(objects: ObjectStore): ObjectStore {
  const seals = new Map<string, Seal>();
  async function sealOf(manifest: string): Promise<Seal | undefined> {
    const known = seals.get(manifest);
    const head = await objects.head(manifest);
    if (known !== undefined && known.etag === head?.etag) return known;
    const stored = head && (await objects.get(manifest));
    if (stored === undefined) return undefined;
    const { derived, files } = parseManifest(stored.body, manifest);
    const seal = { etag: stored.etag, derived, files: new Map(Object.entries(files)) };
    const [oldest] = seals.keys();
    if (oldest !== undefined && seals.size >= MAX_MANIFESTS) seals.delete(oldest);
    seals.set(manifest, seal);
    return seal;
  }
  async function sealedHash(key: string): Promise<string | undefined> {
    const place = placeOfRunFile(key);
    if (place === undefined) return undefined;
    const seal = await sealOf(place.manifest);
    if (place.derived !== undefined && place.derived !== seal?.derived) return undefined;
    return seal?.files.get(place.file);
  }
  return {
    ...objects,
    async get(key) {
      const found = await objects.get(key);
      const expected = found && (await sealedHash(key));
      if (found !== undefined && expected !== undefined && sha256Hex(found.body) !== expected) throw damagedFile(key);
      return found;
    },
  };
}
