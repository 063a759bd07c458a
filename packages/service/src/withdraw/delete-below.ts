import type { ObjectStore } from "@medhelm/core/ports";
import { mapBounded } from "../concurrency/map-bounded.ts";
import { listKeys } from "../release/replace-release.ts";

const CONCURRENCY = 32;

/** Deletes the objects below the prefixes, one prefix after another, or only counts them. Returns their number. */
export async function deleteBelow(
  objects: ObjectStore,
  prefixes: readonly string[],
  isConfirmed: boolean,
): Promise<number> {
  let found = 0;
  for (const prefix of prefixes) {
    const keys = await listKeys(objects, prefix);
    found += keys.length;
    if (isConfirmed) await mapBounded(keys, CONCURRENCY, (key) => objects.delete(key));
  }
  return found;
}
