import { listFolders } from "@medhelm/core/store/list-folders";
import { getIfReadable } from "@medhelm/core/store/objects";
import { keys, TOP_FOLDERS } from "@medhelm/core/store/object-keys";
import type { ObjectStore } from "@medhelm/core/ports";
import { Manifest } from "@medhelm/core/release/runs/manifest";
import { StoredRelease } from "@medhelm/core/release/release-request";
import { StoredSubmission } from "@medhelm/core/submission";
import { inputsOf } from "../submissions/inputs-of.ts";

/** Runs whose text is to be deleted, with the submissions and files that have it, too. */
export interface FoundRuns {
  readonly runs: readonly FoundRun[];
  /** the submissions of these runs */
  readonly submissions: readonly StoredSubmission[];
  /** the keys of files that were uploaded for these runs, or for a submission that the API refused */
  readonly inputs: readonly string[];
}
export interface FoundRun {
  readonly suite: string;
  readonly run: string;
  /** whether the text of the sealed run is public; absent: it was never sealed, so its text may be of either kind */
  readonly isPublic?: boolean;
}

/** The runs of all suites, also those that were never sealed, each with its manifest. */
export async function* storedRuns(
  objects: ObjectStore,
): AsyncGenerator<FoundRun & { readonly manifest: Manifest | undefined }> {
  for (const suite of await foldersOf(objects, (top) => top))
    for (const run of await foldersOf(objects, (top) => `${top}${suite}/`)) {
      const manifest = await getIfReadable(objects, keys.manifest(suite, run), Manifest);
      yield { suite, run, manifest, ...(manifest === undefined ? {} : { isPublic: manifest.access === "public" }) };
    }
}

/** All submissions but the damaged ones. */
export async function* storedSubmissions(objects: ObjectStore): AsyncGenerator<StoredSubmission> {
  for await (const { key } of objects.list(TOP_FOLDERS.submissions)) {
    const found = key.endsWith("/request.json") ? await getIfReadable(objects, key, StoredSubmission) : undefined;
    if (found !== undefined) yield found;
  }
}

/** The uploaded files that the submissions name, and those that neither another submission nor a release names. */
export async function* uploadedFiles(
  objects: ObjectStore,
  submissions: readonly StoredSubmission[],
  others: readonly StoredSubmission[],
): AsyncGenerator<{ readonly key: string; readonly lastModifiedMs: number }> {
  const named = new Set(submissions.flatMap(inputsOf));
  const needed = new Set(others.flatMap(inputsOf));
  for await (const key of schemasOfReleases(objects)) needed.add(key);
  for await (const head of objects.list(keys.inputs())) if (named.has(head.key) || !needed.has(head.key)) yield head;
}

/** The keys of the files that requests of releases name. */
async function* schemasOfReleases(objects: ObjectStore): AsyncGenerator<string> {
  for await (const { key } of objects.list(keys.releaseRequests())) {
    const { owner, request } = (await getIfReadable(objects, key, StoredRelease)) ?? {};
    if (owner !== undefined && request?.schema !== undefined)
      yield keys.input(owner, request.schema.slice("input:".length));
  }
}

/** The folders of the same place below runs/ and below work/, without those of our own. */
async function foldersOf(objects: ObjectStore, place: (top: string) => string): Promise<string[]> {
  const found = await Promise.all([TOP_FOLDERS.runs, TOP_FOLDERS.work].map((top) => listFolders(objects, place(top))));
  return [...new Set(found.flat())].filter((name) => !name.startsWith(".")).toSorted();
}
