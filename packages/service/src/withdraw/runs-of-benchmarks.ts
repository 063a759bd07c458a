import { listFolders } from "@medhelm/core/store/list-folders";
import { getIfReadable } from "@medhelm/core/store/objects";
import { keys, TOP_FOLDERS } from "@medhelm/core/store/object-keys";
import type { ObjectStore } from "@medhelm/core/ports";
import { Manifest } from "@medhelm/core/release/runs/manifest";
import { StoredRelease } from "@medhelm/core/release/release-request";
import { StoredSubmission } from "@medhelm/core/submission";
import { inputsOf } from "../submissions/inputs-of.ts";

export interface RunOfBenchmark {
  readonly suite: string;
  readonly run: string;
  /** whether the text of the sealed run is public; absent: it was never sealed, so its text may be of either kind */
  readonly isPublic?: boolean;
}
export interface FoundRuns {
  readonly runs: readonly RunOfBenchmark[];
  /** the submissions of these runs */
  readonly submissions: readonly StoredSubmission[];
  /** the keys of files that were uploaded for these runs, or for a submission that the API refused */
  readonly inputs: readonly string[];
}

/** Finds the runs of benchmarks in all suites, also those that were never sealed, their submissions, and the files that were uploaded for them. */
export async function runsOfBenchmarks(objects: ObjectStore, names: ReadonlySet<string>): Promise<FoundRuns> {
  const isNamed = (run: string, benchmark = ""): boolean => names.has(benchmark) || names.has(benchmarkOf(run));
  const [submissions, others]: [StoredSubmission[], StoredSubmission[]] = [[], []];
  const submitted = new Set<string>();
  for await (const submission of storedSubmissions(objects)) {
    const own = submission.runs.filter(({ run, benchmark }) => isNamed(run, benchmark));
    for (const { run } of own) submitted.add(`${submission.request.suite}/${run}`);
    (own.length > 0 ? submissions : others).push(submission);
  }
  const runs: RunOfBenchmark[] = [];
  for (const suite of await foldersOf(objects, (top) => top))
    for (const run of await foldersOf(objects, (top) => `${top}${suite}/`)) {
      const manifest = await getIfReadable(objects, keys.manifest(suite, run), Manifest);
      if (isNamed(run, manifest?.benchmark) || submitted.has(`${suite}/${run}`))
        runs.push({ suite, run, ...(manifest === undefined ? {} : { isPublic: manifest.access === "public" }) });
    }
  return { runs, submissions, inputs: await filesOf(objects, submissions, others) };
}

/** The keys of the uploaded files that the submissions name, or that neither another submission nor a release names. */
async function filesOf(
  objects: ObjectStore,
  submissions: readonly StoredSubmission[],
  others: readonly StoredSubmission[],
): Promise<string[]> {
  const named = new Set(submissions.flatMap(inputsOf));
  const needed = new Set(others.flatMap(inputsOf));
  for await (const key of schemasOfReleases(objects)) needed.add(key);
  const found: string[] = [];
  for await (const { key } of objects.list(keys.inputs())) if (named.has(key) || !needed.has(key)) found.push(key);
  return found;
}

/** All submissions but the damaged ones. */
async function* storedSubmissions(objects: ObjectStore): AsyncGenerator<StoredSubmission> {
  for await (const { key } of objects.list(TOP_FOLDERS.submissions)) {
    const found = key.endsWith("/request.json") ? await getIfReadable(objects, key, StoredSubmission) : undefined;
    if (found !== undefined) yield found;
  }
}

/** The keys of the files that requests of releases name. */
async function* schemasOfReleases(objects: ObjectStore): AsyncGenerator<string> {
  for await (const { key } of objects.list(keys.releaseRequests())) {
    const { owner, request } = (await getIfReadable(objects, key, StoredRelease)) ?? {};
    if (owner !== undefined && request?.schema !== undefined)
      yield keys.input(owner, request.schema.slice("input:".length));
  }
}

/** "pubmed_qa:model=a" -> "pubmed_qa" */
const benchmarkOf = (run: string): string => run.split(/[:,]/, 1)[0] ?? run;

/** The folders of the same place below runs/ and below work/, without those of our own. */
async function foldersOf(objects: ObjectStore, place: (top: string) => string): Promise<string[]> {
  const found = await Promise.all([TOP_FOLDERS.runs, TOP_FOLDERS.work].map((top) => listFolders(objects, place(top))));
  return [...new Set(found.flat())].filter((name) => !name.startsWith(".")).toSorted();
}
