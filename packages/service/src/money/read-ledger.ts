import { LedgerEntry } from "@medhelm/core/money/ledger-entry";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { CONCURRENT_READS, mapBounded } from "../concurrency/map-bounded.ts";

/** Reads an owner's ledger entries of a month, sorted by name, optionally for one submission. */
export async function readLedger(
  objects: ObjectStore,
  owner: string,
  month: string,
  submission?: string,
): Promise<LedgerEntry[]> {
  const prefix = submission === undefined ? keys.ledger(owner, month) : keys.submissionLedger(owner, month, submission);
  const names: string[] = [];
  for await (const { key } of objects.list(prefix)) names.push(key);
  const found = await mapBounded(names, CONCURRENT_READS, (key) => getJson(objects, key, LedgerEntry));
  return found.filter((entry) => entry !== undefined);
}
