import type { ObjectStore } from "@medhelm/core/ports";
import { mapBounded } from "../concurrency/map-bounded.ts";
import { listKeys } from "../release/list-keys.ts";

const CONCURRENCY = 32;

/**
 * Deletes the objects below the prefixes, one prefix after another, or only counts them. Returns their number.
 * @param except the key of an object that stays
 */
export async function deleteBelow(
  objects: ObjectStore,
  prefixes: readonly string[],
  isConfirmed: boolean,
  except?: string,
): Promise<number> {
  let found = 0;
  for (const prefix of prefixes) {
    const keys = (await listKeys(objects, prefix)).filter((key) => key !== except);
    found += keys.length;
    if (isConfirmed) await mapBounded(keys, CONCURRENCY, (key) => objects.delete(key));
  }
  return found;
}
