import type { ObjectStore } from "@medhelm/core/ports";
import { collect } from "@medhelm/core/run/collect";
import type { StoredSubmission } from "@medhelm/core/submission";
import { type FoundRun, type FoundRuns, storedRuns, storedSubmissions, uploadedFiles } from "./found-runs.ts";

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
  const runs: FoundRun[] = [];
  for await (const { manifest, ...found } of storedRuns(objects))
    if (isNamed(found.run, manifest?.benchmark) || submitted.has(`${found.suite}/${found.run}`)) runs.push(found);
  const inputs = await collect(uploadedFiles(objects, submissions, others));
  return { runs, submissions, inputs: inputs.map(({ key }) => key) };
}

/** "pubmed_qa:model=a" -> "pubmed_qa" */
const benchmarkOf = (run: string): string => run.split(/[:,]/, 1)[0] ?? run;
