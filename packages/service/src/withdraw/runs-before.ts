import type { ObjectStore } from "@medhelm/core/ports";
import { keys, TOP_FOLDERS } from "@medhelm/core/store/object-keys";
import { getIfReadable } from "@medhelm/core/store/objects";
import type { StoredSubmission } from "@medhelm/core/submission";
import { Done } from "../submissions/submission-folder.ts";
import { type FoundRun, type FoundRuns, storedRuns, storedSubmissions, uploadedFiles } from "./found-runs.ts";

/**
 * Finds the runs of all suites that were sealed before a time, and the unsealed ones of which nothing was written since, the submissions that ended before
 * it, and the older files that were uploaded for them or for no submission. A submission that has not ended stays with its runs at any age.
 */
export async function runsBefore(objects: ObjectStore, timeMs: number): Promise<FoundRuns> {
  const [submissions, others]: [StoredSubmission[], StoredSubmission[]] = [[], []];
  const open = new Set<string>();
  for await (const submission of storedSubmissions(objects)) {
    const end = await getIfReadable(objects, keys.submissionDone(submission.id), Done);
    (end !== undefined && Date.parse(end.at) < timeMs ? submissions : others).push(submission);
    if (end === undefined) for (const { run } of submission.runs) open.add(`${submission.request.suite}/${run}`);
  }
  const runs: FoundRun[] = [];
  for await (const { manifest, ...found } of storedRuns(objects)) {
    const { suite, run } = found;
    if (open.has(`${suite}/${run}`)) continue;
    const sealed = manifest && (await objects.head(keys.manifest(suite, run)));
    if ((sealed?.lastModifiedMs ?? (await lastWriteMs(objects, suite, run))) < timeMs) runs.push(found);
  }
  const inputs: string[] = [];
  for await (const { key, lastModifiedMs } of uploadedFiles(objects, submissions, others))
    if (lastModifiedMs < timeMs) inputs.push(key);
  return { runs, submissions, inputs };
}

/** The time of the newest object of a run without a manifest. */
async function lastWriteMs(objects: ObjectStore, suite: string, run: string): Promise<number> {
  let newestMs = 0;
  for (const top of [TOP_FOLDERS.runs, TOP_FOLDERS.work])
    for await (const { lastModifiedMs } of objects.list(`${top}${suite}/${run}/`))
      newestMs = Math.max(newestMs, lastModifiedMs);
  return newestMs;
}
