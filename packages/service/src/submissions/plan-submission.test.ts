import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBenchmark } from "@medhelm/benchmarks/registry";
import { StoredSubmission, SubmissionRequest } from "@medhelm/core/submission";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { expect, onTestFinished, test } from "vitest";
import { type PlanPorts, planRun, planSubmission } from "./plan-submission.ts";

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

test("a benchmark that reads a FHIR server is refused before a worker starts, unless the service has one", async () => {
  const agent = request("med_agent_bench:model=m/one");
  await expect(planSubmission(ports, agent, files)).rejects.toThrow(
    "med_agent_bench reads a FHIR server, and this service has none (on AWS it can have none): use medhelm run --fhir-server URL",
  );
  expect(await planSubmission({ ...ports, fhirServer: "http://127.0.0.1:1/fhir" }, agent, files)).toHaveLength(1);
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

/** A folder with the prompts of a HELM run of this entry, whose instructions are "HELM asks." */
async function helmPrompts(entry: string): Promise<NonNullable<PlanPorts["helmPrompts"]>> {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-prompts-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const benchmark = await (await findBenchmark(entry)).settle({}, files);
  const adapter = { ...benchmark.adapterSpec, instructions: "HELM asks.", model: "x/y", model_deployment: "x/y" };
  const texts = {
    "run_spec.json": JSON.stringify({
      name: `${entry}:model=x_y`,
      scenario_spec: benchmark.scenarioSpec,
      adapter_spec: adapter,
      metric_specs: benchmark.metricSpecs,
      groups: benchmark.groups,
    }),
    "scenario_state.json": JSON.stringify({ request_states: [] }),
  };
  mkdirSync(join(folder, entry));
  for (const [file, text] of Object.entries(texts)) writeFileSync(join(folder, entry, file), text);
  const hashes = Object.fromEntries(Object.entries(texts).map(([file, text]) => [file, sha256Hex(text)]));
  const source = { formatVersion: 1, from: "helm", run: entry, files: hashes, rubrics: [] };
  writeFileSync(join(folder, entry, "source.json"), JSON.stringify(source));
  return { folder, label: "the service", pull: "medhelm prompts pull DIR --prompts-dir P" };
}

test("a submission with HELM's prompts has HELM's words and their hash in the worker's plan", async () => {
  const withPrompts = { ...ports, helmPrompts: await helmPrompts("pubmed_qa") };
  const asked = SubmissionRequest.parse({ ...request("pubmed_qa:model=m/one"), prompts: "helm", maxTokens: 7 });
  const runs = await planSubmission(withPrompts, asked, files);
  const stored = { formatVersion: 1, id: "sub", owner: "ann", createdAt: "2025-01-01T00:00:00.000Z", request: asked };
  const submission = StoredSubmission.parse({ ...stored, runs });
  const [run] = submission.runs;
  if (run === undefined) throw new Error("no run");
  const { runSpec, prompts } = await planRun(withPrompts, submission, run, files);
  expect(runSpec.adapter_spec).toMatchObject({ instructions: "HELM asks.", max_tokens: 7 });
  expect(prompts).toMatch(/^helm [0-9a-f]{64}$/);
});

test("HELM's prompts that the service lacks are refused with the operator's command", async () => {
  const withPrompts = { ...ports, helmPrompts: await helmPrompts("pubmed_qa") };
  const asked = SubmissionRequest.parse({ ...request("demo_notes:model=m/one"), prompts: "helm" });
  await expect(planSubmission(withPrompts, asked, files)).rejects.toThrow(
    "--prompts helm: the service has no prompts of HELM for demo_notes:model=m_one; pull them from runs of HELM with these benchmarks, or leave these entries out",
  );
  const empty = { ...withPrompts.helmPrompts, folder: join(withPrompts.helmPrompts.folder, "none") };
  await expect(planSubmission({ ...ports, helmPrompts: empty }, asked, files)).rejects.toThrow(
    "--prompts helm: there are no prompts in the service; get them with: medhelm prompts pull DIR --prompts-dir P",
  );
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

test("a planned run has the bytes of the submission's system message, for the quote", async () => {
  const asked = SubmissionRequest.parse({ ...request("demo_notes:model=m/one"), systemMessage: "Sei präzise." });
  const [run] = await planSubmission(ports, asked, files);
  expect(run?.load?.ownText).toEqual({ each: 13 });
});

test("a planned run has the bytes of the user's own template and data, for the quote", async () => {
  const texts: Readonly<Record<string, string>> = {
    "my.yaml":
      "name: my_notes\ndescription: d\nprompt_file: p.txt\ndataset_file: d.csv\nmax_tokens: 5\nmetrics:\n  - name: exact_match\n",
    "p.txt": "Read {note} and {note}.",
    "d.csv": "note,correct_answer\na,b\n",
  };
  const file = (name: string) => ({ label: name, bytes: Buffer.from(texts[name] ?? ""), sha256: sha256Hex(name) });
  const uploaded = {
    read: async (name: string) => file(name),
    open: async (name: string) => ({
      label: name,
      sizeBytes: file(name).bytes.length,
      head: async () => file(name).bytes,
      async *stream() {
        yield file(name).bytes;
      },
    }),
  };
  const entry = "medhelm_configurable_benchmark:config_path=my.yaml,model=m/one";
  const [run] = await planSubmission(ports, request(entry), uploaded);
  // 24 bytes of data, twice in a prompt and once for a judge
  expect(run?.load?.ownText).toEqual({ each: 23, all: 72 });
});
