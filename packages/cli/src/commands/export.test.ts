import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { showRuns } from "@medhelm/adapters/objects/show-runs";
import { openRun } from "@medhelm/core/store/run-files";
import { putRun } from "@medhelm/testing/fixtures/release";
import { plan, runToSeal, SUITE, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { command } from "./export.ts";
import { command as summarize } from "./summarize.ts";

const [notes, questions] = [await plan(2), await plan(1, "demo_questions:model=baseline/first-option")];
const [NOTES, QUESTIONS] = [notes.runSpec.name, questions.runSpec.name];

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-export-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** The embedded output folder of two sealed runs, which are shown. */
let from: string;
beforeAll(async () => {
  from = mkdtempSync(join(tmpdir(), "medhelm-export-"));
  const objects = fsStore(from);
  for (const one of [notes, questions]) {
    await runToSeal(workerPorts(objects, { answered: [] }), workRequest(one));
    const { manifest } = await openRun(objects, SUITE, one.runSpec.name);
    if (manifest !== undefined) await showRuns(from, objects)(manifest);
  }
  await objects.put(`runs/${SUITE}/unsealed:model=m/run_spec.json`, "{}");
  objects.close();
});
afterAll(() => rmSync(from, { recursive: true }));

/** Maps the path of each file below a folder to its text. */
const filesBelow = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, "utf8")]),
  );

async function exported(to: string, ...more: readonly string[]): Promise<string> {
  let stderr = "";
  vi.spyOn(process.stderr, "write").mockImplementation((chunk) => {
    stderr += String(chunk);
    return true;
  });
  try {
    await command.run(["--helm", "--from", from, "--suite", SUITE, "--to", to, ...more]);
  } finally {
    vi.restoreAllMocks();
  }
  return stderr;
}

test("an exported run is equal to the embedded one, byte for byte, and an unsealed run is left out", async () => {
  const to = newFolder();
  const stderr = await exported(to);
  expect(readdirSync(join(to, "runs", SUITE)).toSorted()).toEqual([NOTES, QUESTIONS]);
  for (const run of [NOTES, QUESTIONS]) {
    const files = filesBelow(join(to, "runs", SUITE, run));
    expect(files).toEqual(filesBelow(join(from, "runs", SUITE, run)));
    expect(Object.keys(files)).toContain("scenario_state.json");
  }
  expect(stderr).toContain("medhelm: unsealed:model=m is left out, because it is not sealed\n");
  expect(stderr).toContain(`medhelm: 2 runs of suite ${SUITE} in ${to}\n`);
});

test("--run exports one run", async () => {
  const to = newFolder();
  await exported(to, "--run", QUESTIONS);
  expect(readdirSync(join(to, "runs", SUITE))).toEqual([QUESTIONS]);
});

test("an interrupted export continues, and keeps the files that are there", async () => {
  const to = newFolder();
  await exported(to);
  const run = join(to, "runs", SUITE, NOTES);
  for (const file of ["manifest.json", "stats.json"]) rmSync(join(run, file));
  writeFileSync(join(run, "scores.json.part"), "cut off");
  await exported(to);
  rmSync(join(run, "scores.json.part"));
  expect(filesBelow(run)).toEqual(filesBelow(join(from, "runs", SUITE, NOTES)));
});

test.for(["stats.json", "manifest.json"])("another %s in the folder is not replaced", async (file) => {
  const to = newFolder();
  await exported(to);
  const path = join(to, "runs", SUITE, NOTES, file);
  writeFileSync(path, "mine");
  await expect(exported(to)).rejects.toThrow(
    `${path}: there is another file, which the export would replace; give --to another folder`,
  );
  expect(readFileSync(path, "utf8")).toBe("mine");
});

test("a file of the store that differs from the manifest is refused by its key", async () => {
  const copy = newFolder();
  const objects = fsStore(copy);
  await runToSeal(workerPorts(objects, { answered: [] }), workRequest(questions));
  const key = (await openRun(objects, SUITE, QUESTIONS)).keyOf("stats.json");
  await objects.put(key, "[]");
  objects.close();
  await expect(exported(newFolder(), "--from", copy)).rejects.toThrow(`${key}: the stored file differs`);
});

test("a run whose pages were not copied is exported without them, and a damaged run does not stop the others", async () => {
  const copy = newFolder();
  cpSync(from, copy, { recursive: true });
  const suite = join(copy, "runs", SUITE);
  rmSync(join(suite, ".generations"), { recursive: true });
  rmSync(join(suite, NOTES, "pages"), { recursive: true });
  rmSync(join(suite, "unsealed:model=m"), { recursive: true, force: true });
  cpSync(join(suite, NOTES), join(suite, "a-damaged:model=m"), { recursive: true });
  writeFileSync(join(suite, "a-damaged:model=m", "stats.json"), "[]");
  const to = newFolder();
  await expect(exported(to, "--from", copy)).rejects.toThrow("a-damaged:model=m/stats.json: the stored file differs");
  const run = filesBelow(join(to, "runs", SUITE, NOTES));
  expect(Object.keys(run).filter((file) => file.startsWith("pages"))).toEqual([]);
  expect(run["scenario_state.json"]).toBe(filesBelow(join(from, "runs", SUITE, NOTES))["scenario_state.json"]);
  expect(Object.keys(filesBelow(join(to, "runs", SUITE, QUESTIONS)))).toContain("pages/1.json");
});

/** An output folder with a summarised suite of a public and a private run. */
async function summarised(): Promise<string> {
  const folder = newFolder();
  const objects = fsStore(folder);
  await putRun(objects, { suite: "my", model: "m/a", score: 1, access: "public", group: "pubmed_qa" });
  await putRun(objects, { suite: "my", model: "m/b", score: 0, access: "private", group: "ehrshot" });
  objects.close();
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  await summarize.run(["--suite", "my", "--output-path", folder]);
  await summarize.run(["--release", "r", "--suites", "my", "--output-path", folder]);
  vi.restoreAllMocks();
  return folder;
}

/** Writes a run of a closed question as HELM does. The right answer is yes, and the reply is B, no. */
async function putClosedRun(folder: string): Promise<void> {
  const objects = fsStore(folder);
  const run = await putRun(objects, { suite: "my", model: "m/a", score: 0, group: "pubmed_qa" });
  objects.close();
  const pathOf = (file: string) => join(folder, "runs", "my", run, file);
  const change = (file: string, fields: object) =>
    writeFileSync(pathOf(file), JSON.stringify({ ...JSON.parse(readFileSync(pathOf(file), "utf8")), ...fields }));
  const exact = "helm.benchmark.metrics.basic_metrics.BasicGenerationMetric";
  change("run_spec.json", { metric_specs: [{ class_name: exact, args: { names: ["exact_match"] } }] });
  const references = [
    { output: { text: "yes" }, tags: ["correct"] },
    { output: { text: "no" }, tags: [] },
  ];
  const state = {
    instance: { input: { text: "Q?" }, references, split: "test", id: "id0" },
    train_trial_index: 0,
    output_mapping: { A: "yes", B: "no" },
    request: { model: "m/a", model_deployment: "m/a", prompt: "Q?" },
    result: { success: true, embedding: [], completions: [{ text: "B", logprob: 0, tokens: [] }], cached: false },
    num_train_instances: 0,
    prompt_truncated: false,
  };
  change("scenario_state.json", { request_states: [state] });
}

async function tablesOf(...more: readonly string[]): Promise<string> {
  const to = newFolder();
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  await command.run(["--to", to, ...more]).finally(() => vi.restoreAllMocks());
  return to;
}

const readBack = (path: string) => asyncBufferFromFile(path).then((file) => parquetReadObjects({ file }));

describe("tables", () => {
  test("of a release are written as text, one file for each table", async () => {
    const to = await tablesOf("--format", "csv", "markdown", "latex", "--release", "r", "--from", await summarised());
    const files = filesBelow(to);
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(["tables/pubmed_qa.csv", "tables/pubmed_qa.md", "tables/medhelm_scenarios.tex"]),
    );
    expect(files["tables/pubmed_qa.csv"]).toContain("pubmed_qa:exact_match,");
    expect(files["tables/pubmed_qa.md"]).toContain("# PubMedQA\n");
  });

  test("of a suite are written as Parquet with the scores of instances, and another reader reads them", async () => {
    const to = await tablesOf("--format", "parquet", "--suite", "my", "--from", await summarised());
    expect(readdirSync(to).toSorted()).toEqual(["cells.parquet", "rows.parquet", "scores.parquet"]);
    const scores = (await readBack(join(to, "scores.parquet"))).filter(({ profile }) => profile === "helm");
    expect(scores.map(({ benchmark, access, id, metric, score }) => [benchmark, access, id, metric, score])).toEqual([
      ["ehrshot", "private", "1", "exact_match", 0],
      ["pubmed_qa", "public", "id0", "exact_match", 1],
    ]);
    const rows = await readBack(join(to, "rows.parquet"));
    expect(rows.filter(({ table }) => table === "pubmed_qa")).toMatchObject([{ model: "m/a", mean_win_rate: null }]);
    const cells = await readBack(join(to, "cells.parquet"));
    expect(cells).toContainEqual(
      expect.objectContaining({ table: "pubmed_qa", metric: "exact_match", value: 1, failed: 1, n: null }),
    );
  });

  test("of a run that HELM made have the labels of closed answers", async () => {
    const folder = newFolder();
    await putClosedRun(folder);
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
    await summarize.run(["--suite", "my", "--output-path", folder]).finally(() => vi.restoreAllMocks());
    const to = await tablesOf("--format", "parquet", "--suite", "my", "--from", folder);
    expect(await readBack(join(to, "scores.parquet"))).toMatchObject([{ id: "id0", gold: "yes", given: "no" }]);
  });

  test.each([
    ["--format", "csv", "--suite", "none"],
    ["--helm", "--suite", SUITE, "--run", "none"],
  ])("that do not exist leave no folder (%s %s %s %s)", async (...args) => {
    const to = join(newFolder(), "new");
    await expect(command.run([...args, "--from", from, "--to", to])).rejects.toThrow("none");
    expect(existsSync(to)).toBe(false);
  });

  test.each([
    [["--format", "csv", "--release", "none"], "releases/none/leaderboard.json: there is no such file"],
    [["--format", "csv", "--suite", "none"], "runs/none/leaderboard.json: there is no such file"],
    [["--format", "csv", "--helm"], "give either --helm for runs in HELM's layout, or --format for tables"],
    [[], "give either --helm for runs in HELM's layout, or --format for tables"],
    [["--helm", "--release", "r"], "--release belongs to --format"],
    [["--format", "csv", "--run", "x"], "--run belongs to --helm"],
    [["--format", "docx"], "--format docx: allowed choices are csv, markdown, latex, parquet"],
  ])("are refused with %j", async (args, message) => {
    await expect(tablesOf(...args, "--from", from)).rejects.toThrow(message);
  });
});

test.for([
  [["--run", "none:model=m"], "none:model=m: "],
  [["--suite", "none"], "there is no suite none under runs/; "],
  [["--from", "s3://UPPER"], "--from s3://UPPER: the address of a bucket is s3://BUCKET or s3://BUCKET/PREFIX"],
  [["--from", "/nowhere"], "--from /nowhere: there is no such folder"],
] as const)("%s is refused with a sentence", async ([args, message]) => {
  await expect(exported(newFolder(), ...args)).rejects.toThrow(message);
});
