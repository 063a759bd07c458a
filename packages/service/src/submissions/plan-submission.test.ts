import { findBenchmark } from "@medhelm/benchmarks/registry";
import { StoredSubmission, SubmissionRequest } from "@medhelm/core/submission";
import { expect, test } from "vitest";
import { planRun, planSubmission } from "./plan-submission.ts";

const ports = {
  findBenchmark,
  models: { deploymentOf: (model: string) => model, modelOf: (name: string) => name, tags: () => [] },
};
const refuse = () => Promise.reject(new Error("no file is named"));
const files = { read: refuse, open: refuse };
const request = (description: string, judges?: readonly string[]) =>
  SubmissionRequest.parse({ suite: "s", entries: [{ description }], ...(judges && { judges }) });

test("a planned run names each of its judges once and the organisation that licenses its data", async () => {
  const [run] = await planSubmission(ports, request("mimic_rrs:model=m/one", ["a/judge", "b/judge"]), files);
  expect(run).toMatchObject({
    benchmark: "mimic_rrs",
    modelDeployment: "m/one",
    judges: ["a/judge", "b/judge"],
    organisation: "PhysioNet",
  });
});

test("a run without judges and without licensed data names no judge and no organisation", async () => {
  const [run] = await planSubmission(ports, request("pubmed_qa:model=m/one"), files);
  expect(run).toMatchObject({ benchmark: "pubmed_qa", modelDeployment: "m/one" });
  expect(run).not.toHaveProperty("judges");
  expect(run).not.toHaveProperty("organisation");
});

test("a submission that changes the requests has its changes in each run's name, limit and identity", async () => {
  const asked = SubmissionRequest.parse({
    ...request("demo_notes:model=m/one"),
    maxTokens: 70,
    temperature: 0.5,
    reasoningEffort: "low",
  });
  const runs = await planSubmission(ports, asked, files);
  expect(runs).toMatchObject([
    { run: "demo_notes:model=m_one,max_tokens=70,temperature=0.5,reasoning_effort=low", load: { maxTokens: 70 } },
  ]);
  const stored = { formatVersion: 1, id: "sub", owner: "ann", createdAt: "2025-01-01T00:00:00.000Z", request: asked };
  const submission = StoredSubmission.parse({ ...stored, runs });
  const [run] = submission.runs;
  if (run === undefined) throw new Error("no run");
  const { runSpec, benchmark } = await planRun(ports, submission, run, files);
  expect(runSpec.adapter_spec).toMatchObject({ max_tokens: 70, temperature: 0.5 });
  expect(benchmark.identityParts).toMatchObject({ "reasoning effort": "low" });
});

test("planRun gives a stored run the same name as planSubmission gave it", async () => {
  const asked = request("demo_notes:model=m/one");
  const runs = await planSubmission(ports, asked, files);
  const stored = { formatVersion: 1, id: "sub", owner: "ann", createdAt: "2025-01-01T00:00:00.000Z", request: asked };
  const submission = StoredSubmission.parse({ ...stored, runs });
  const [run] = submission.runs;
  expect(run?.judges).toEqual(["judge/lexical"]);
  if (run === undefined) throw new Error("no run");
  expect((await planRun(ports, submission, run, files)).runSpec.name).toBe(run.run);
});
