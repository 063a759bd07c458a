import type { ObjectStore } from "@medhelm/core/ports";
import { TOP_FOLDERS } from "@medhelm/core/store/object-keys";
import { referringRank } from "./copy-order.ts";

export interface BackupCount {
  readonly objects: number;
  readonly bytes: number;
}

/** Called for each object; `total` is the number of the first listing. */
export type OnCopied = (done: number, total: number) => void;

/**
 * Copies the objects of a store that other processes may be writing. Every object that the copy refers to is in the copy.
 * @param copyOne returns the number of bytes, or undefined if the object has been deleted
 */
export async function copyInOrder(
  store: Pick<ObjectStore, "list">,
  copyOne: (key: string) => Promise<number | undefined>,
  onCopied: OnCopied,
): Promise<BackupCount> {
  const copied = { objects: 0, bytes: 0 };
  let total = 0;
  const copy = async (key: string): Promise<void> => {
    const bytes = await copyOne(key);
    if (bytes === undefined) return;
    copied.objects++;
    copied.bytes += bytes;
    onCopied(copied.objects, Math.max(copied.objects, total));
  };
  const referring: [rank: number, key: string][] = [];
  for await (const { key } of store.list("")) {
    total++;
    const rank = referringRank(key);
    if (rank !== undefined) referring.push([rank, key]);
  }
  for (const [, key] of referring.toSorted(([a], [b]) => a - b)) await copy(key);
  // listed again, because an object that the first part refers to may be newer than the first listing
  for await (const { key } of store.list(""))
    if (referringRank(key) === undefined && !key.startsWith(TOP_FOLDERS.cache)) await copy(key);
  // last, because an object may count an answer
  for await (const { key } of store.list(TOP_FOLDERS.cache)) await copy(key);
  return copied;
}
