import { findBenchmark } from "@medhelm/benchmarks/registry";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { StoredSubmission, SubmissionRequest } from "@medhelm/core/submission";
import { type Counted, SUITE, workerPorts, workRequest, plan as anyPlan } from "@medhelm/testing/fixtures/work";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { uploadedFiles } from "../api/submissions/uploaded-files.ts";
import { workJob } from "../work/work-job.ts";
import { planRun, planSubmission } from "./plan-submission.ts";
import { submissionRunState } from "@medhelm/testing/fixtures/run-state";

const MODEL = "baseline/lead-sentences";
const YAML = `name: LARGE
description: many rows
prompt_file: p.txt
dataset_file: d.csv
metrics:
  - name: exact_match
`;
const ports = {
  findBenchmark,
  models: { deploymentOf: (model: string) => model, modelOf: (name: string) => name, tags: () => [] },
};
const HEADER = "id,note,correct_answer,incorrect_answers\n";
const rows = (count: number): string[] => Array.from({ length: count }, (_, i) => `${i},fever,Yes,"[""No""]"\n`);

/** Counts the bytes that are read. */
function counting(objects: ObjectStore) {
  const read = { bytes: 0 };
  const store: ObjectStore = {
    ...objects,
    get: async (key) => {
      const found = await objects.get(key);
      read.bytes += found?.body.length ?? 0;
      return found;
    },
    async *stream(key, range) {
      for await (const chunk of objects.stream(key, range)) {
        read.bytes += chunk.length;
        yield chunk;
      }
    },
  };
  return { store, read };
}

/** A submission of one run whose configuration, prompt and rows were uploaded. */
async function upload(csv: string, yaml = YAML, csvName = sha256Hex(csv)) {
  const objects = memoryStore();
  const inputs = { "b.yaml": sha256Hex(yaml), "p.txt": sha256Hex("{note}"), "d.csv": csvName };
  await objects.put(keys.input("ann", inputs["b.yaml"]), yaml);
  await objects.put(keys.input("ann", inputs["p.txt"]), "{note}");
  await objects.put(keys.input("ann", csvName), csv);
  const description = `medhelm_configurable_benchmark:config_path=input:${inputs["b.yaml"]},model=${MODEL}`;
  const request = SubmissionRequest.parse({ suite: SUITE, entries: [{ description }], inputs });
  const { store, read } = counting(objects);
  const submit = () => planSubmission(ports, request, uploadedFiles(store, "ann", inputs));
  /** Submits the run, lets a worker run it, and returns how it ended. */
  const work = async () => {
    const runs = await submit();
    const stored = { formatVersion: 1, id: "sub", owner: "ann", createdAt: "2025-01-01T00:00:00.000Z", request, runs };
    const submission = StoredSubmission.parse(stored);
    await putJson(objects, keys.submission("sub"), submission);
    const { plan: _plan, suite: _suite, ...options } = workRequest(await anyPlan(1));
    const counted: Counted = { answered: [] };
    await workJob(workerPorts(objects, counted), {
      ...options,
      submission: "sub",
      deployment: MODEL,
      expand: (one, run) => planRun(ports, one, run, uploadedFiles(objects, "ann", inputs)),
    });
    const [run] = submission.runs;
    return submissionRunState(objects, submission, run?.run ?? "");
  };
  return { submit, work, read };
}

test("a submission with a CSV of 500,000 rows reads its header and no row", async () => {
  const { submit, read } = await upload(HEADER + rows(500_000).join(""));
  expect(await submit()).toHaveLength(1);
  expect(read.bytes).toBeLessThan(70_000);
});

test("a CSV without a column that the benchmark needs is refused at once", async () => {
  const { submit } = await upload("id,note\n1,fever\n");
  await expect(submit()).rejects.toThrow('d.csv: there is no column "correct_answer"');
});

test("a configuration above 1 MiB is refused unread", async () => {
  const { submit, read } = await upload(HEADER, `${YAML}# ${"x".repeat(2 ** 20)}\n`);
  await expect(submit()).rejects.toThrow("a configuration or prompt has at most 1048576");
  expect(read.bytes).toBe(0);
});

test.each([
  ["2999,fever\n", "d.csv, line 3001: 2 values, but the header names 4 columns"],
  ["2999,fever,Yes,No\n", 'd.csv, line 3001, column incorrect_answers: "No" is not a JSON list of texts'],
])("the bad row %j is accepted at submission, and fails the run with file, line and column", async (row, sentence) => {
  const { work } = await upload([HEADER, ...rows(2999), row, ...rows(5)].join(""));
  expect(await work()).toMatchObject({ state: "failed", reason: expect.stringContaining(sentence) });
});

test("uploaded rows that are not the bytes of their sha256 fail the run", async () => {
  const { work } = await upload(HEADER + rows(3).join(""), YAML, sha256Hex("other bytes"));
  expect(await work()).toMatchObject({
    state: "failed",
    reason: expect.stringContaining("d.csv: the uploaded bytes do not have this sha256"),
  });
});
