import { parseObjectSpec } from "@medhelm/core/helm/object-spec";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { ObjectHead, ObjectStore } from "@medhelm/core/ports";
import { StoredSubmission } from "@medhelm/core/submission";

/** An uploaded file that no open submission names is deleted after this; whoever needs it again uploads it again. */
export const INPUT_LIFE_MS = 30 * 24 * 60 * 60 * 1000;

/** What takes part in a new submission must outlast the request that makes it: the sweep may look for open ones just before. */
const MARGIN_MS = 60 * 60 * 1000;

/** Whether an uploaded file may be named anew; else it is to be uploaded again, as if it were gone. */
export const isUsable = ({ storeNowMs, lastModifiedMs }: ObjectHead): boolean =>
  storeNowMs - lastModifiedMs < INPUT_LIFE_MS - MARGIN_MS;

/** Gives how many were deleted. `open`: ids of the submissions that may still read theirs. */
export async function deleteExpiredInputs(objects: ObjectStore, open: readonly string[]): Promise<number> {
  const old: string[] = [];
  for await (const { key, storeNowMs, lastModifiedMs } of objects.list(keys.inputs()))
    if (storeNowMs - lastModifiedMs > INPUT_LIFE_MS) old.push(key);
  if (old.length === 0) return 0;
  const needed = new Set<string>();
  for (const id of open)
    for (const key of inputsOf(await getJson(objects, keys.submission(id), StoredSubmission))) needed.add(key);
  const expired = old.filter((key) => !needed.has(key));
  for (const key of expired) await objects.delete(key);
  return expired.length;
}

function inputsOf(submission: StoredSubmission | undefined): string[] {
  if (submission === undefined) return [];
  const named = submission.runs.flatMap(({ description }) => Object.values(parseObjectSpec(description).args));
  const references = named.flatMap((value) => /^input:([0-9a-f]{64})$/.exec(String(value))?.[1] ?? []);
  return [...references, ...Object.values(submission.request.inputs ?? {})].map((sha256) =>
    keys.input(submission.owner, sha256),
  );
}
