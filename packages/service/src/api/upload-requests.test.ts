import { findBenchmark } from "@medhelm/benchmarks/registry";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import type { ObjectStore } from "@medhelm/core/ports";
import { SubmissionRequest } from "@medhelm/core/submission";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { fixture, QUOTA } from "@medhelm/testing/fixtures/api";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { countedStore, noRequests } from "../../../../bench/scale/counted-store.ts";
import { planSubmission } from "../submissions/plan-submission.ts";
import { uploadedFiles } from "./submissions/uploaded-files.ts";

// Counts the reads of uploaded files by POST /v1/submissions: each upload is read once, for any number of entries.

const PROMPT = "{note}";
const ROWS = "id,note,correct_answer,incorrect_answers\n1,fever,Yes,No\n";
const config = (name: string): string =>
  `name: ${name}\ndescription: d\nprompt_file: p.txt\ndataset_file: d.csv\nmetrics:\n  - name: exact_match\n`;
const models = { deploymentOf: (model: string) => model, modelOf: (name: string) => name, tags: () => [] };

/** Submits entries whose configurations share the prompt and the rows, and returns the reads of the uploaded files. */
async function submit(entries: readonly { readonly config: string; readonly model: string }[]) {
  const clock = fakeClock();
  const store = countedStore(clock, noRequests()); // without latency
  let settled = 0;
  const counted: typeof findBenchmark = async (name) => {
    const found = await findBenchmark(name);
    return { ...found, settle: (args, files) => (settled++, found.settle(args, files)) };
  };
  const api = fixture({
    clock,
    objects: store,
    service: { organisations: [], quota: { ...QUOTA, runsPerDay: 1000 } },
    expand: (request, files) => planSubmission({ findBenchmark: counted, models }, request, files),
  });
  for (const text of [...new Set(entries.map((entry) => entry.config)), PROMPT, ROWS])
    await api.upload(sha256Hex(text), text);
  const body = {
    suite: "my",
    inputs: { "p.txt": sha256Hex(PROMPT), "d.csv": sha256Hex(ROWS) },
    entries: entries.map((entry) => ({
      description: `medhelm_configurable_benchmark:config_path=input:${sha256Hex(entry.config)},model=${entry.model}`,
    })),
  };
  const before = { ...store.requests };
  const { status } = await api.call("POST", "/v1/submissions", { body });
  const { get, head, list } = store.requests;
  return { status, settled, get: get - before.get, head: head - before.head, list: list - before.list };
}

test.each([1, 37, 500])("%i entries of one configuration read it, its prompt and its header once", async (count) => {
  const entries = Array.from({ length: count }, (_, i) => ({ config: config("MINE"), model: `demo/m${i}` }));
  expect(await submit(entries)).toEqual({ status: 202, settled: 1, get: 5, head: 3, list: 2 });
});

test("500 configurations that share a prompt and rows are read once each", async () => {
  const entries = Array.from({ length: 500 }, (_, i) => ({ config: config(`MINE-${i}`), model: "demo/m" }));
  expect(await submit(entries)).toEqual({ status: 202, settled: 500, get: 504, head: 502, list: 2 });
});

test("32 configurations are read at once", async () => {
  const objects = memoryStore();
  const texts = Array.from({ length: 100 }, (_, i) => config(`MINE-${i}`));
  for (const text of [...texts, PROMPT, ROWS]) await objects.put(keys.input("ann", sha256Hex(text)), text);
  const inputs = { "p.txt": sha256Hex(PROMPT), "d.csv": sha256Hex(ROWS) };
  const entries = texts.map((text) => ({
    description: `medhelm_configurable_benchmark:config_path=input:${sha256Hex(text)},model=demo/m`,
  }));
  let now = 0;
  let most = 0;
  const head: ObjectStore["head"] = async (key) => {
    most = Math.max(most, ++now);
    await new Promise((done) => setImmediate(done));
    now--;
    return objects.head(key);
  };
  const request = SubmissionRequest.parse({ suite: "my", entries, inputs });
  await planSubmission({ findBenchmark, models }, request, uploadedFiles({ ...objects, head }, "ann", inputs));
  expect(most).toBe(32);
});

test("configurations and prompts of more than 64 MiB are refused with one sentence", async () => {
  const objects = memoryStore();
  const texts = Array.from({ length: 65 }, (_, i) => `${config(`MINE-${i}`)}# ${"x".repeat(2 ** 20 - 200)}\n`);
  for (const text of [...texts, PROMPT, ROWS]) await objects.put(keys.input("ann", sha256Hex(text)), text);
  const files = uploadedFiles(objects, "ann");
  for (const text of texts.slice(0, 64)) await files.read(`input:${sha256Hex(text)}`);
  await expect(files.read(`input:${sha256Hex(texts[64] ?? "")}`)).rejects.toThrow(
    "the configurations and prompts of all entries have more than 67108864 bytes; make several submissions",
  );
});
