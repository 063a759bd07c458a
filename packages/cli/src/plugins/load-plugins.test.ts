import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { UserError } from "@medhelm/core/user-error";
import { expect, onTestFinished, test } from "vitest";
import { loadPlugins } from "./load-plugins.ts";

/** A working directory with these files. */
function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-plugins-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}
const load = (files: Readonly<Record<string, string>>, ...references: string[]) =>
  loadPlugins(references.length === 0 ? ["mine"] : references, folderOf(files));

const CARD = `{ name: "mine", displayName: "Mine", description: "d", category: "c", subcategory: "s", access: "local",
  licence: "none", form: "open", source: "invented", mainMetric: "words", mainSplit: "test",
  facets: { task: "", what: "", who: "", when: "", language: "" } }`;
const benchmark = (
  card = CARD,
) => `export default (medhelm: import("medhelm/plugin").Medhelm) => ({ benchmarks: [medhelm.benchmark({
  card: ${card}, scenario: { className: "mine.Scenario", tags: [] }, metrics: [],
  prompt: medhelm.generation({ maxTokens: 5, maxTrainInstances: 0 }),
  instances: () => [{ input: { text: "q" }, references: [], split: "test" }],
})] });`;
const refuse = () => Promise.reject(new UserError("none"));
const noFiles = { read: refuse, open: refuse };

const run = { name: "mine", scenario_spec: { class_name: "mine.Scenario", args: {} } };

test("a folder's TypeScript adds benchmarks, metrics, annotators and models to the built-in ones", async () => {
  const parts = `export const metrics = { "mine.Words": () => ({}) };
export const annotators: Record<string, unknown> = { "mine.Step": async () => ({}) };
export const models = [{ name: "mine/model", answer: (prompt: string): string => prompt }];`;
  const found = await load({ "mine/index.ts": benchmark(), "parts.ts": parts }, "mine", "parts.ts");
  expect((await found.findBenchmark("mine")).card.displayName).toBe("Mine");
  expect((await found.findBenchmark("pubmed_qa")).names).toContain("pubmed_qa");
  expect(await found.metricFor("mine.Words", run)).toBeTypeOf("function");
  expect(await found.annotatorFor({ class_name: "mine.Step", args: {} }, run)).toBeTypeOf("function");
  expect(found.models.map(({ name }) => name)).toEqual(["mine/model"]);
  expect((await found.allCards()).map(({ name }) => name)).toContain("mine");
});

/** The version of a plugin with these further files. */
const versionOf = async (files: Readonly<Record<string, string>>) => {
  const found = await load({ "mine/index.ts": benchmark(), ...files });
  return (await (await found.findBenchmark("mine")).settle({}, noFiles)).identityParts["plugin mine"];
};

test("a change of a plugin's code or data makes another run, but written results do not", async () => {
  const first = await versionOf({});
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(await versionOf({ "mine/benchmark_output/runs/x/stats.json": "[]" })).toBe(first);
  expect(await versionOf({ "mine/questions.json": "[]" })).not.toBe(first);
  expect(await versionOf({ "mine/parts/metric.ts": "" })).not.toBe(first);
});

test("a package is found in node_modules of the working directory, by its package.json", async () => {
  const found = await load(
    {
      "node_modules/@me/plugin/package.json": '{"type": "module", "exports": {".": {"import": "./lib/main.js"}}}',
      "node_modules/@me/plugin/lib/main.js": 'export const models = [{ name: "me/model", answer: () => "x" }];',
    },
    "@me/plugin",
  );
  expect(found.models.map(({ name }) => name)).toEqual(["me/model"]);
});

test.each([
  ["does not exist", {}, "--plugins mine: there is no such folder, file, or package in node_modules"],
  ["has no index.ts", { "mine/main.ts": "" }, "--plugins mine: there is no index.ts or index.js in "],
  [
    "is TypeScript in node_modules",
    { "node_modules/mine/index.ts": "" },
    "is TypeScript in node_modules, which Node does not read",
  ],
  ["has a syntax error", { "mine/index.ts": "export default {" }, "mine/index.ts: the plugin does not load: "],
  [
    "imports a missing file",
    { "mine/index.ts": 'import "./gone.ts"; export const models = [];' },
    "mine/index.ts: the plugin does not load: Cannot find module",
  ],
  [
    "throws",
    { "mine/index.ts": 'export default () => { throw new Error("no GPU"); };' },
    "mine/index.ts: its default export fails: no GPU",
  ],
  [
    "exports nothing",
    { "mine/index.ts": "export {};" },
    "mine/index.ts: it exports no part of a plugin; export one of benchmarks, metrics, annotators, models",
  ],
  [
    "misspells a part",
    { "mine/index.ts": "export const metric = {};" },
    'mine/index.ts: it exports "metric", which is not a part of a plugin; did you mean metrics?',
  ],
  [
    "has a metric that is not a function",
    { "mine/index.ts": 'export const metrics = { "mine.Words": 3 };' },
    'mine/index.ts: metrics["mine.Words"]: must be a function',
  ],
  [
    "has a model without answer",
    { "mine/index.ts": 'export const models = [{ name: "mine/model" }];' },
    "mine/index.ts: models[0].answer: must be a function of the prompt",
  ],
  [
    "has a card without licence",
    { "mine/index.ts": benchmark(CARD.replace('licence: "none", ', "")) },
    "mine/index.ts: its default export fails: licence: is missing",
  ],
  [
    "takes a benchmark's name",
    { "mine/index.ts": benchmark(CARD.replace('"mine"', '"medhelm_med_qa"')) },
    'mine/index.ts: benchmarks[0]: the name "medhelm_med_qa" exists already; choose another name',
  ],
  [
    "takes a metric's name",
    {
      "mine/index.ts":
        'export const metrics = { "helm.benchmark.metrics.llm_jury_metrics.LLMJuryMetric": () => ({}) };',
    },
    'LLMJuryMetric"]: the name "helm.benchmark.metrics.llm_jury_metrics.LLMJuryMetric" exists already',
  ],
  [
    "takes a model's name",
    { "mine/index.ts": 'export const models = [{ name: "judge/lexical", answer: () => "" }];' },
    'mine/index.ts: models[0]: the name "judge/lexical" exists already; choose another name',
  ],
])("a plugin that %s is refused with one sentence", async (_what, files, sentence) => {
  const error: unknown = await load(files).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UserError);
  expect(String(error)).toContain(sentence);
  expect(String(error)).not.toContain("\n");
});

test("two plugins with one name are refused", async () => {
  await expect(load({ "mine/index.ts": benchmark(), "other/index.ts": benchmark() }, "mine", "other")).rejects.toThrow(
    'other/index.ts: benchmarks[0]: the name "mine" exists already',
  );
});

test("a misspelled name of a plugin's benchmark gets a suggestion", async () => {
  const found = await load({ "mine/index.ts": benchmark() });
  await expect(found.findBenchmark("mines")).rejects.toThrow('unknown benchmark "mines"; did you mean mine');
});
