import { listFolders } from "@medhelm/core/store/list-folders";
import { getIfReadable } from "@medhelm/core/store/objects";
import { keys, TOP_FOLDERS } from "@medhelm/core/store/object-keys";
import type { ObjectStore } from "@medhelm/core/ports";
import { Manifest } from "@medhelm/core/release/manifest";
import { StoredSubmission } from "@medhelm/core/submission";

export interface RunOfBenchmark {
  readonly suite: string;
  readonly run: string;
  /** Its text may be in public answers. False: the sealed run's text is gated, private or local. */
  readonly isPublic: boolean;
}
export interface FoundRuns {
  readonly runs: readonly RunOfBenchmark[];
  /** the keys of files that were uploaded for these runs */
  readonly inputs: readonly string[];
}

/** Finds the runs of benchmarks in all suites, also those that were never sealed, and the files that were uploaded for them. */
export async function runsOfBenchmarks(objects: ObjectStore, names: ReadonlySet<string>): Promise<FoundRuns> {
  const { submitted, inputs } = await submittedRuns(objects, names);
  const runs: RunOfBenchmark[] = [];
  for (const suite of await foldersOf(objects, (top) => top))
    for (const run of await foldersOf(objects, (top) => `${top}${suite}/`)) {
      const manifest = await getIfReadable(objects, keys.manifest(suite, run), Manifest);
      const isNamed = names.has(manifest?.benchmark ?? "") || names.has(benchmarkOf(run));
      if (isNamed || submitted.has(`${suite}/${run}`))
        runs.push({ suite, run, isPublic: manifest?.access === "public" });
    }
  return { runs, inputs: [...inputs].toSorted() };
}

/** The runs of the benchmarks in all submissions, as "suite/run", and the keys of their uploaded files. */
async function submittedRuns(objects: ObjectStore, names: ReadonlySet<string>) {
  const [submitted, inputs] = [new Set<string>(), new Set<string>()];
  for await (const { key } of objects.list(TOP_FOLDERS.submissions)) {
    const submission = key.endsWith("/request.json") ? await getIfReadable(objects, key, StoredSubmission) : undefined;
    if (submission === undefined) continue;
    const { owner, request, runs } = submission;
    const own = runs.filter(({ benchmark, run }) => names.has(benchmark) || names.has(benchmarkOf(run)));
    for (const { run } of own) submitted.add(`${request.suite}/${run}`);
    if (own.length > 0) for (const sha256 of Object.values(request.inputs ?? {})) inputs.add(keys.input(owner, sha256));
  }
  return { submitted, inputs };
}

/** "pubmed_qa:model=a" -> "pubmed_qa" */
const benchmarkOf = (run: string): string => run.split(/[:,]/, 1)[0] ?? run;

/** The folders of the same place below runs/ and below work/, without those of our own. */
async function foldersOf(objects: ObjectStore, place: (top: string) => string): Promise<string[]> {
  const found = await Promise.all([TOP_FOLDERS.runs, TOP_FOLDERS.work].map((top) => listFolders(objects, place(top))));
  return [...new Set(found.flat())].filter((name) => !name.startsWith(".")).toSorted();
}
