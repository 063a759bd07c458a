import { LedgerEntry } from "@medhelm/core/money/ledger-entry";
import type { Index } from "@medhelm/core/ports";
import { indexKeys } from "@medhelm/core/store/index-keys";
import { itemsOf, parseItem } from "./items.ts";

/** Yields an owner's ledger entries of a month from the index, sorted by name, optionally of one submission. */
export async function* usageEntries(
  index: Index,
  owner: string,
  month: string,
  submission?: string,
): AsyncGenerator<LedgerEntry, undefined> {
  const query = submission === undefined ? {} : { prefix: `${submission}-` };
  for await (const item of itemsOf(index, indexKeys.usage(owner, month), query)) yield parseItem(item, LedgerEntry);
  return undefined;
}
