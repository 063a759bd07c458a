import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { problemsOf, UserError } from "@medhelm/core/user-error";
import { checkFile } from "./check-file.ts";
import { packagedConf } from "../packaged.ts";
import { benchmarkFiles } from "../scaffold/scaffold-benchmark.ts";

/** A folder with these files. */
function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-check-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}
const check = (folder: string, name: string) => checkFile(join(folder, name), folder);

test("the files of medhelm new benchmark are valid, and so is the run entry", async () => {
  const folder = folderOf(benchmarkFiles("mine"));
  expect(await check(folder, "mine.yaml")).toEqual({
    kind: "benchmark",
    found: [
      "name mine, 2 questions, main metric exact_match, access local",
      "metrics BasicGenerationMetric, BasicReferenceMetric",
      'the first question begins: "Is the liver above the diaphragm?\\nAnswer with Yes or No and nothing else.\\nAnswer:"',
    ],
  });
  expect(await check(folder, "mine.conf")).toEqual({
    kind: "run entries",
    found: ["mine: its model comes from --models-to-run"],
  });
});

test("the packaged files are valid", async () => {
  const kinds = ["judges.yaml", "schema_medhelm.yaml", "run_entries_medhelm.conf"].map(
    async (name) => (await check(packagedConf, name)).kind,
  );
  expect(await Promise.all(kinds)).toEqual(["juries", "schema", "run entries"]);
  expect((await check(packagedConf, "model_deployments.yaml")).kind).toBe("deployments");
  expect((await check(packagedConf, "model_metadata.yaml")).kind).toBe("models");
  expect((await check(packagedConf, "gpu_classes.yaml")).kind).toBe("GPU classes");
  expect((await check(packagedConf, "service.yaml")).kind).toBe("service");
});

test.each([
  [{ "mine.yaml": "name: mine\nprompt_fil: x\n" }, "mine.yaml", "this kind of file cannot be checked"],
  [{ ...benchmarkFiles("mine"), "prompt.txt": "{questoin}" }, "mine.yaml", "{questoin} is not a column"],
  [
    { "a.conf": 'entries: [{description: "pubmed_qq"}]' },
    "a.conf",
    'entry 1 (pubmed_qq): unknown benchmark "pubmed_qq"',
  ],
  [{ "a.conf": "entries: []" }, "a.conf", "its list of entries is empty"],
  [{ "jury.yaml": "judges:\n  - name: a\n" }, "jury.yaml", "judges[0].model: is missing"],
  [{ "schema.yaml": "run_groups:\n  - display_name: x\n" }, "schema.yaml", "run_groups[0].name: is missing"],
  [{ "model_deployments.yaml": "model_deployment: []\n" }, "model_deployments.yaml", "model_deployments: is missing"],
  [{ "model_metadata.yaml": "model: []\n" }, "model_metadata.yaml", "models: is missing"],
  [{ "run_spec.json": '{"name": "a"}' }, "run_spec.json", "scenario_spec: is missing"],
  [{}, "gone.yaml", "there is no such file"],
])("a fault is one sentence: %# %s", async (files, name, message) => {
  await expect(check(folderOf(files), name)).rejects.toThrow(message);
});

const SPEC = {
  name: "r",
  scenario_spec: { class_name: "s" },
  adapter_spec: { method: "generation" },
  metric_specs: [],
};
const STATES = '{"request_states": []}';
const PLUGIN = 'export const models = [{ name: "mine/model", answer: () => "A" }];';

test.each([
  ["prompt.txt", "{question} and {note}, {question}", { kind: "prompt", found: ["columns question, note"] }],
  [
    "judge.txt",
    '<rubric_criteria>{"clarity": ["score"]}</rubric_criteria>',
    { kind: "judge prompt", found: ["criteria clarity"] },
  ],
  ["d.csv", "id;note\n1;a\n2;b\n", { kind: "data", found: ["2 rows; columns id, note"] }],
  ["d.jsonl", '{"a": 1}\n\n{"a": 2}\n', { kind: "JSON lines", found: ["2 lines"] }],
  ["credentials.conf", 'openaiApiKey: "sk-secret"', { kind: "keys", found: ["openaiApiKey"] }],
  ["run_spec.json", JSON.stringify(SPEC), { kind: "run spec", found: [] }],
  ["scenario_state.json", STATES, { kind: "scenario state", found: ["0 requests"] }],
  ["index.ts", PLUGIN, { kind: "plugin", found: ["it loads", "model mine/model"] }],
])("the kind of %s is recognised, and its content shown without secrets", async (name, text, expected) => {
  expect(await check(folderOf({ [name]: text }), name)).toEqual(expected);
});

test("a run folder is checked with its files", async () => {
  const folder = folderOf({ "run_spec.json": JSON.stringify(SPEC), "scenario_state.json": STATES });
  expect(await checkFile(folder, folder)).toEqual({
    kind: "run",
    found: ["run_spec.json: run spec", "scenario_state.json: scenario state, 0 requests"],
  });
});

const problemsIn = (folder: string, name: string) =>
  check(folder, name).then(
    () => [],
    (error: unknown) =>
      error instanceof UserError ? problemsOf(error).map((problem) => problem.replaceAll(`${folder}/`, "")) : [error],
  );

const YAML = `name: mine
description: invented
prompt_file: prompt.txt
dataset_file: d.csv
metrics: [{name: exact_match}]
`;

test.each([
  [
    "a benchmark's rows",
    {
      "mine.yaml": YAML,
      "prompt.txt": "{note}",
      "d.csv": "id,note,correct_answer,incorrect_answers\n1,a,,[]\n1,b,c,[]\n3,x\n4,a,b,No\n",
    },
    "mine.yaml",
    [
      "d.csv, line 2, column correct_answer: the cell is empty; write the right answer, or remove the row",
      'd.csv, line 3, column id: "1" is the id of line 2 too; give each row its own id, or rename the column if it names something else',
      "d.csv, line 4: 2 values, but the header names 4 columns; a comma or a quote may be missing",
      'd.csv, line 5, column incorrect_answers: "No" is not a JSON list of texts; write ["one", "two"], or [] for none, with quotes doubled in the CSV',
    ],
  ],
  [
    "a benchmark's keys",
    { "mine.yaml": YAML.replace("name: mine", "nam: mine").replace("exact_match", "exact") },
    "mine.yaml",
    [
      'mine.yaml, line 1: the key "name" is missing',
      "mine.yaml, line 5: metrics.0.name: unknown metric; the known ones are exact_match, jury_score, rouge_1, rouge_2, rouge_l, BERTScore-P, BERTScore-R, BERTScore-F",
      'mine.yaml, line 1: unknown key "nam" (did you mean name?)',
    ],
  ],
  [
    "a .conf's entries",
    { "a.conf": 'entries: [{description: "pubmed_qq"}, {description: "pubmed_qz"}]' },
    "a.conf",
    [
      'a.conf:entry 1 (pubmed_qq): unknown benchmark "pubmed_qq"; did you mean pubmed_qa?',
      'a.conf:entry 2 (pubmed_qz): unknown benchmark "pubmed_qz"; did you mean pubmed_qa?',
    ],
  ],
  [
    "lines of JSON",
    { "d.jsonl": '{"a": 1}\n{"a":\n\n[\n' },
    "d.jsonl",
    [
      "d.jsonl, line 2: not valid JSON (Unexpected end of JSON input); the file is damaged or cut off",
      "d.jsonl, line 4: not valid JSON (Unexpected end of JSON input); the file is damaged or cut off",
    ],
  ],
  [
    "lines of JSON with too many levels",
    { "d.jsonl": `{"a": 1}\n${"[".repeat(50_000)}${"]".repeat(50_000)}\n` },
    "d.jsonl",
    ["d.jsonl, line 2: it has more than 200 lists or objects in each other"],
  ],
  [
    "a long line of JSON",
    { "d.jsonl": `{"a": 1}\r\n\r{"b": "${"x".repeat(17_000_000)}` },
    "d.jsonl",
    ["d.jsonl, line 3: it has more than 16777216 characters; split the line, or correct the ends of lines"],
  ],
  [
    "a YAML file of 65 MiB",
    { "d.yaml": `a: ${"x".repeat(65 * 1024 * 1024)}` },
    "d.yaml",
    ["d.yaml: it has 68157443 bytes, and at most 67108864 are read; name a smaller file"],
  ],
  [
    "judges",
    { "jury.yaml": "judges:\n  - name: a\n  - model: b\n" },
    "jury.yaml",
    [
      "jury.yaml: judges[0].model: is missing",
      "jury.yaml: judges[0].model_deployment: is missing",
      "jury.yaml: judges[1].name: is missing",
      "jury.yaml: judges[1].model_deployment: is missing",
    ],
  ],
])("all problems of %s are named", async (_what, files, name, expected) => {
  expect(await problemsIn(folderOf(files), name)).toEqual(expected);
});
