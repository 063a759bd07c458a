import { gpuJobEntryName, LedgerEntry, runLedgerEntryName } from "@medhelm/core/money/ledger-entry";
import { mergeEntries } from "@medhelm/core/money/paid-answers";
import type { Index } from "@medhelm/core/ports";
import { indexKeys } from "@medhelm/core/store/index-keys";
import { type Accounted, settleLateCharge } from "./account.ts";
import { unchanged, writePlanned, parseItem } from "./items.ts";
import { type Summed, sumWrites } from "./usage-sums.ts";

/**
 * Adds a stored ledger entry to the index, and to the sums of its submission in the same transaction. Safe to repeat: an entry with fewer
 * charges, which a slow writer may bring late, replaces nothing. If the submission's reservation is settled, its amount changes too, also in
 * a repetition after a writer that ended between the two.
 */
export async function recordUsage(index: Index, submission: Accounted & Summed, entry: LedgerEntry): Promise<void> {
  const name = nameOfEntry(entry);
  const key = indexKeys.usageEntry(entry.owner, entry.month, name);
  await writePlanned(index, async () => {
    const item = await index.get(key);
    const before = item && parseItem(item, LedgerEntry);
    const value = larger(before, entry);
    if (value === undefined) return undefined;
    const sums = await sumWrites(index, submission, name, value, before);
    return [{ ...key, kind: "put", value, condition: unchanged(item) }, ...sums];
  });
  await settleLateCharge(index, submission);
}

/** The name of the entry's object, without the end. */
export const nameOfEntry = (entry: LedgerEntry): string =>
  entry.kind === "run"
    ? runLedgerEntryName(entry.submission, entry.run)
    : gpuJobEntryName(entry.submission, entry.jobId);

/** Returns the entry to store; undefined if the stored one has all charges. */
function larger(there: LedgerEntry | undefined, entry: LedgerEntry): LedgerEntry | undefined {
  if (entry.kind === "run") return mergeEntries(there?.kind === "run" ? there : undefined, entry);
  return there?.kind === "gpu-job" && there.seconds >= entry.seconds ? undefined : entry;
}
