import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import type { ObjectHead, ObjectStore } from "@medhelm/core/ports";

// The sweep reads open submissions only, so its cost does not grow with the ended ones. Each has a mark from before it is stored until
// it is done.

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Marks a submission as open. The API calls it before it stores the submission, so that none is ever without a mark.
 */
export async function markOpen(objects: ObjectStore, id: string): Promise<void> {
  await putJson(objects, keys.openSubmission(id), { formatVersion: 1 });
}

export interface OpenSubmission {
  readonly id: string;
  readonly mark: ObjectHead;
}

/** Lists the open submissions, oldest mark first. */
export async function openSubmissions(objects: ObjectStore): Promise<OpenSubmission[]> {
  const root = keys.openSubmissions();
  const open: OpenSubmission[] = [];
  for await (const mark of objects.list(root)) open.push({ id: mark.key.slice(root.length, -".json".length), mark });
  return open.toSorted((a, b) => a.mark.lastModifiedMs - b.mark.lastModifiedMs);
}

/** Whether the mark's submission was never stored, because its API call was cut off. */
export const isAbandoned = ({ storeNowMs, lastModifiedMs }: ObjectHead): boolean =>
  storeNowMs - lastModifiedMs > DAY_MS;

/**
 * Marks every submission that is not done, once a day, in case a mark was lost or an older version wrote none. Returns
 * true if it checked the marks.
 */
export async function checkMarks(objects: ObjectStore): Promise<boolean> {
  const checked = await objects.head(keys.submissionsChecked());
  if (checked !== undefined && checked.storeNowMs - checked.lastModifiedMs < DAY_MS) return false;
  for await (const id of submissionIds(objects))
    if ((await objects.head(keys.submissionDone(id))) === undefined)
      await putJson(objects, keys.openSubmission(id), { formatVersion: 1 }, { ifAbsent: true });
  await putJson(objects, keys.submissionsChecked(), { formatVersion: 1 });
  return true;
}

/**
 * Yields the ids of all submissions, newest first, after `behind`. It makes one listing call per submission, however
 * many files that has.
 */
export async function* submissionIds(objects: ObjectStore, behind?: string): AsyncGenerator<string, undefined> {
  const root = keys.submissions();
  for (let after = behind === undefined ? `${root}.~` : `${keys.submissionFiles(behind)}~`; ; ) {
    let id: string | undefined;
    for await (const { key } of objects.list(root, { after })) {
      id = key.slice(root.length).split("/")[0];
      break;
    }
    if (id === undefined) return undefined;
    yield id;
    after = `${keys.submissionFiles(id)}~`; // "~" sorts behind every file of a submission's folder
  }
}
