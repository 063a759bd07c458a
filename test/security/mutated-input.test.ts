import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "@medhelm/benchmarks/configurable/config";
import { readRubric } from "@medhelm/benchmarks/configurable/rubric-block";
import { readTemplate } from "@medhelm/benchmarks/configurable/template";
import { parseHocon } from "@medhelm/core/helm/hocon";
import { parseConf } from "@medhelm/core/helm/conf";
import { checkKey } from "@medhelm/adapters/objects/object-key";
import { readJsonLines } from "@medhelm/benchmarks/files/read-json-lines";
import { openTable } from "@medhelm/benchmarks/files/open-table";
import { readTable } from "@medhelm/benchmarks/files/read-table";
import { ownVerdict } from "@medhelm/core/judge/reading/own-verdict";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { parseObjectSpec } from "@medhelm/core/helm/object-spec";
import { parseJudges, parseJuries } from "@medhelm/core/judge/judges-file";
import { parseModelDeployments } from "@medhelm/core/models/model-deployments";
import { parseCredentials } from "@medhelm/core/models/credentials";
import { parseModelMetadata } from "@medhelm/core/models/prod-env";
import { ServiceConf } from "@medhelm/core/service-conf";
import { parseSchema } from "@medhelm/core/release/schema/release-schema";
import { HELM_FILES } from "@medhelm/core/store/object-keys";
import { readYaml } from "@medhelm/core/text/read-yaml";
import { fileOf, openFileOf, userFilesOf } from "@medhelm/testing/fixtures/benchmarks/files";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { readRatings } from "../../packages/cli/src/agree/read-ratings.ts";
import { inFolder } from "../e2e/bad-case.ts";
import { cliHere } from "../e2e/cli-here.ts";
import { fuzz, fuzzAsync } from "./fuzz.ts";
import { mutatedJson, mutatedTexts } from "./mutated.ts";

const DEPLOYMENTS = `model_deployments:
  - name: &name acme/one
    model_name: acme/one
    tokenizer_name: openai/cl100k_base
    max_sequence_length: 1000
    client_spec: &spec
      class_name: "helm.clients.vllm_client.VLLMChatClient"
      args: {base_url: http://127.0.0.1:1/v1}
  - {name: acme/two, model_name: *name, client_spec: *spec}
`;
const JUDGES = "judges:\n  - name: &j judge/one\n    model: judge/one\n  - {name: judge/two, model: *j}\n";
const SCHEMA = readFileSync(new URL("../../conf/schema_medhelm.yaml", import.meta.url), "utf8").slice(0, 6000);
const CONF = `base = "demo_questions:model="
entries: [
  { description: "demo_questions:model=stub/one", priority: 1, groups: [a, b] }
  { description: "demo_notes:model=stub/one" } # a comment
]
entries = \${entries} [{ description: \${base}"stub/two", priority: 2 }]
`;

const TABLE = 'id,question,answer\n1,"Is ""a"" right?\nOr b?",yes\n2,What is 2 + 2?,4\n';
const LINES = '{"question": "Is it?", "options": ["a", "b"]}\n{"question": "\\u00e9", "options": []}\n';
const REPLY = '<think>It is {good}.</think>\n```json\n{"score": 4, "explanation": "It says \\"yes\\"."}\n```\n';
const TABS = 'id\tquestion\tanswer\n1\t"Is it\tso?"\tyes\n2\tWhat?\t4\n';
const RATINGS = 'item,rater,accuracy,comment\n1,ann,4,"a ""b"""\n2,bob,3,\n';
const METADATA =
  "models:\n  - {name: &m acme/one, display_name: One, access: open, tags: [A, B]}\n  - {name: acme/two, description: *m}\n";
const JURIES = "juries:\n  two: &j\n    - {name: judge/one, model: judge/one}\n  same: *j\n";
const SERVICE = readFileSync(new URL("../../conf/service.yaml", import.meta.url), "utf8");
const CONFIG = `name: &n NOTES
description: *n
prompt_file: prompt.txt
dataset_file: notes.csv
max_tokens: 20
metrics:
  - name: exact_match
  - {name: jury_score, prompt_file: judge.txt, judges: [{name: judge/one, model_name: judge/one}]}
`;
const PROMPT = "Note: {note}\n{{braces}} Question: {question}\n\nAnswer:";
const RUBRIC =
  'Rate {RESPONSE}.\n<rubric_criteria>\n{"accuracy": {"score": 1, "explanation": "why"}, "clarity": {}}\n</rubric_criteria>\n';
const CREDENTIALS = 'openaiApiKey: "k"\ndeployments { "acme/one": k1, acme/two: "k2" }\nacmeApiKey = ${openaiApiKey}\n';
const sourceOf = (text: string): SourceFile => fileOf("x", text);
async function rowsInPieces(text: string): Promise<void> {
  for await (const { cells } of (await openTable(openFileOf(sourceOf(text)))).rows().rows) Object.keys(cells);
}

test.each<[string, string, (text: string) => unknown]>([
  ["a run entry", "medcalc_bench:model=a/b,version=1.5,limit=10", parseObjectSpec],
  ["deployments", DEPLOYMENTS, (text) => parseModelDeployments(text, "x.yaml", new Map())],
  ["judges", JUDGES, (text) => parseJudges(text, "x.yaml")],
  ["a schema", SCHEMA, (text) => parseSchema(text, "x.yaml")],
  ["a table", TABLE, (text) => readTable(sourceOf(text))],
  ["lines of JSON", LINES, (text) => readJsonLines(sourceOf(text), z.looseObject({ question: z.string() }))],
  ["a judge's reply", REPLY, (text) => ownVerdict(text, ["score", "explanation"])],
  ["a key of an object", "runs/s/demo_notes:model=a_b/stats.json", checkKey],
  ["a table of tabs", TABS, (text) => readTable(sourceOf(text), "\t")],
  ["models", METADATA, (text) => parseModelMetadata(text, "x.yaml")],
  ["juries", JURIES, (text) => parseJuries(text, "x.yaml")],
  ["a service", SERVICE, (text) => readYaml(text, "x.yaml", ServiceConf)],
  ["a benchmark", CONFIG, (text) => readConfig(sourceOf(text))],
  ["a prompt", PROMPT, (text) => readTemplate(sourceOf(text))],
  ["a rubric", RUBRIC, (text) => readRubric("x.txt", text)],
  ["keys of servers", CREDENTIALS, (text) => parseCredentials(parseHocon(text, "x.conf"), "x.conf")],
  ["any YAML", `${DEPLOYMENTS}${JUDGES}`, (text) => readYaml(text, "x.yaml", z.looseObject({}))],
])("%s that is mutated is read, or refused in a sentence", (_what, text, read) => {
  expect(fuzz(mutatedTexts(text), 100, ({ value }) => read(value))).toBeUndefined();
});

test.each<[string, string, (text: string) => Promise<unknown>]>([
  ["a .conf of entries", CONF, (text) => parseConf(text, { label: "x.conf" })],
  ["a table in pieces", TABLE, (text) => rowsInPieces(text)],
  [
    "ratings",
    RATINGS,
    (text) => readRatings(userFilesOf({ x: text }), ["x"], { scale: { min: 1, max: 5 }, ignored: [] }),
  ],
])("%s that is mutated and takes several turns is read, or refused in a sentence", async (_what, text, read) => {
  expect(await fuzzAsync(mutatedTexts(text), 100, ({ value }) => read(value))).toBeUndefined();
});

const RUN = "demo_notes:model=baseline_lead-sentences";

test("a folder of HELM with a mutated file is summarised, scored and inspected, or refused in a sentence", () =>
  inFolder({}, async (cwd) => {
    const call = (...args: string[]) => cliHere("medhelm", args, { cwd });
    await call("run", "-r", "demo_notes:model=baseline/lead-sentences", "-m", "2", "--suite", "s");
    const folder = join(cwd, "benchmark_output/runs/s", RUN);
    cpSync(folder, join(cwd, "whole"), { recursive: true });
    for (const part of [
      "work",
      "runs/s/.generations",
      `runs/s/${RUN}/manifest.json`,
      `runs/s/${RUN}/corrected`,
      `runs/s/${RUN}/pages`,
    ])
      rmSync(join(cwd, "benchmark_output", part), { recursive: true });
    const wholeOf = (file: string): string => readFileSync(join(cwd, "whole", file), "utf8");
    const mutatedFile = (file: string) =>
      fc.record({
        file: fc.constant(file),
        text: fc
          .oneof(
            { weight: 1, arbitrary: mutatedTexts(wholeOf(file)) },
            { weight: 2, arbitrary: mutatedJson(wholeOf(file)) },
          )
          .map(({ value }) => value),
      });
    const commands = [
      ["summarize", "--suite", "s"],
      ["score", folder],
      ["inspect", RUN, "--suite", "s"],
    ];
    for (const args of commands) await call(...args); // loads the code, whose time is not that of an input
    const fault = await fuzzAsync(fc.oneof(...HELM_FILES.map(mutatedFile)), 15, async ({ file, text }) => {
      for (const each of HELM_FILES) writeFileSync(join(folder, each), each === file ? text : wholeOf(each));
      for (const args of commands) {
        const { stderr } = await call(...args);
        if (stderr.includes("this is a bug")) throw new Error(`${args[0]}: ${stderr.slice(0, 700)}`);
      }
    });
    expect(fault).toBeUndefined();
  }));
