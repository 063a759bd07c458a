import { keys } from "@medhelm/core/store/object-keys";
import { getJson, UnreadableObject } from "@medhelm/core/store/objects";
import type { ObjectHead, ObjectStore } from "@medhelm/core/ports";
import { StoredSubmission } from "@medhelm/core/submission";
import { inputsOf } from "../submissions/inputs-of.ts";

/**
 * After this time no new submission may name an uploaded file, and the user uploads it again. The embedded stack then
 * deletes it, unless an open submission names it. On AWS a lifecycle rule of the bucket deletes it after twice this
 * time, which no submission outlives.
 */
export const INPUT_LIFE_MS = 30 * 24 * 60 * 60 * 1000;

/** A file of a new submission must outlast the API request, because the open submissions may have been listed just before. */
const MARGIN_MS = 60 * 60 * 1000;

/**
 * Whether a new submission may name an uploaded file. If not, the API treats it as missing, and the user uploads it
 * again.
 */
export const isUsable = ({ storeNowMs, lastModifiedMs }: ObjectHead): boolean =>
  storeNowMs - lastModifiedMs < INPUT_LIFE_MS - MARGIN_MS;

/**
 * Deletes expired files and returns their number. `open` are the ids of submissions that may still read their files.
 */
export async function deleteExpiredInputs(objects: ObjectStore, open: readonly string[]): Promise<number> {
  const old: string[] = [];
  for await (const { key, storeNowMs, lastModifiedMs } of objects.list(keys.inputs()))
    if (storeNowMs - lastModifiedMs > INPUT_LIFE_MS) old.push(key);
  if (old.length === 0) return 0;
  const needed = new Set<string>();
  try {
    for (const id of open) {
      const submission = await getJson(objects, keys.submission(id), StoredSubmission);
      for (const key of submission === undefined ? [] : inputsOf(submission)) needed.add(key);
    }
  } catch (error) {
    if (error instanceof UnreadableObject) return 0; // nobody knows which files it names
    throw error;
  }
  const expired = old.filter((key) => !needed.has(key));
  for (const key of expired) await objects.delete(key);
  return expired.length;
}
