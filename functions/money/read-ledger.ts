import { LedgerEntry } from "@medhelm/core/money/ledger-entry";
import { keys } from "@medhelm/core/object-keys";
import { getJson } from "@medhelm/core/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { mapBounded } from "../release/map-bounded.ts";

const CONCURRENT_READS = 32;

/** An owner's entries of a month, by name. */
export async function readLedger(objects: ObjectStore, owner: string, month: string): Promise<LedgerEntry[]> {
  const names: string[] = [];
  for await (const { key } of objects.list(keys.ledger(owner, month))) names.push(key);
  const found = await mapBounded(names, CONCURRENT_READS, (key) => getJson(objects, key, LedgerEntry));
  return found.filter((entry) => entry !== undefined);
}
