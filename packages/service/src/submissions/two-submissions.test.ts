import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { metricFor } from "@medhelm/benchmarks/registry";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import { Manifest } from "@medhelm/core/release/runs/manifest";
import type { StoredSubmission } from "@medhelm/core/submission";
import { expect, test } from "vitest";
import { aggregateRun } from "../aggregate/aggregate-run.ts";
import { submissionRunState } from "@medhelm/testing/fixtures/run-state";
import { nextStep } from "./submission-run-state.ts";
import { type Counted, judgedBy, plan, SUITE, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";
import { workJob } from "../work/work-job.ts";

// Two submissions name the same run with different judges, and every deployment has its own job.

const CANDIDATE = "gpu/candidate";
const base = await plan(2, `demo_notes:model=${CANDIDATE}`);
const run = base.runSpec.name;
const judgesOf: Readonly<Record<string, readonly string[]>> = {
  first: ["gpu/judge", "host/judge"],
  second: ["other-host/judge"],
};

const submissionOf = (id: string): StoredSubmission => ({
  formatVersion: 1,
  id,
  owner: "ann",
  createdAt: "2025-01-01T00:00:00.000Z",
  request: { suite: SUITE, entries: [{ description: run }] },
  runs: [
    {
      run,
      description: run,
      benchmark: "demo_notes",
      model: CANDIDATE,
      modelDeployment: CANDIDATE,
      judges: [...(judgesOf[id] ?? [])],
    },
  ],
});

async function service() {
  const objects = memoryStore();
  const counted: Counted = { answered: [] };
  const jobs: string[] = [];
  const submissions = Object.keys(judgesOf).map(submissionOf);
  for (const submission of submissions) await putJson(objects, keys.submission(submission.id), submission);
  /** Runs the next job that the sweep would start for a submission. Returns false if there is no work. */
  const turn = async (submission: StoredSubmission): Promise<boolean> => {
    const [planned] = submission.runs;
    if (planned === undefined) return false;
    const step = await nextStep(objects, submission, planned);
    if (step.by === "aggregator") await aggregateRun({ objects, metrics: metricFor }, { suite: SUITE, run });
    if (step.by !== "worker") return step.by === "aggregator";
    const { deployment, role } = step;
    if (role === "judge" && !planned.judges?.includes(deployment)) return false; // the job belongs to the other submission
    jobs.push(`${submission.id} ${deployment}`);
    const { plan: _, suite: _suite, ...options } = workRequest(base);
    await workJob(
      { ...workerPorts(objects, counted), canReach: (name) => name === deployment },
      {
        ...options,
        submission: submission.id,
        deployment,
        role,
        expand: async ({ id }) => judgedBy(base, ...(judgesOf[id] ?? [])),
      },
    );
    return true;
  };
  const states = () =>
    Promise.all(submissions.map(async (submission) => (await submissionRunState(objects, submission, run)).state));
  return { objects, counted, jobs, submissions, turn, states };
}

test("two submissions of the same run with different judges complete one after the other, with each job once", async () => {
  const { objects, counted, jobs, submissions, turn, states } = await service();
  for (let round = 0; round < 20; round++) for (const submission of submissions) await turn(submission);
  expect(await states()).toEqual(["sealed", "sealed"]);
  expect(jobs).toEqual([
    "first gpu/candidate",
    "first gpu/judge",
    "first host/judge",
    "second gpu/candidate",
    "second other-host/judge",
  ]);
  expect(new Set(counted.answered).size).toBe(counted.answered.length);
  const manifest = await getJson(objects, keys.manifest(SUITE, run), Manifest);
  expect(manifest).toMatchObject({ generation: 2, judges: [{ modelDeployment: "other-host/judge" }] });
});

test("a submission that is cancelled while its run awaits a judge does not block a later submission", async () => {
  const { objects, submissions, turn, states } = await service();
  const [first, second] = submissions;
  if (first === undefined || second === undefined) throw new Error("two submissions");
  await turn(first);
  expect(await turn(second)).toBe(false);
  await putJson(objects, keys.submissionCancel("first"), { formatVersion: 1, cancelledAt: "" });
  for (let round = 0; round < 5; round++) await turn(second);
  expect(await states()).toEqual(["cancelled", "sealed"]);
});
