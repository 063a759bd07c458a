import { isThere } from "@medhelm/adapters/is-there";
import { counted } from "@medhelm/core/text/counted";
import { statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { checkedRows } from "@medhelm/benchmarks/configurable/instances";
import { readRubric } from "@medhelm/benchmarks/configurable/rubric-block";
import { readTemplate } from "@medhelm/benchmarks/configurable/template";
import { openTable } from "@medhelm/benchmarks/files/open-table";
import { findBenchmark } from "@medhelm/benchmarks/registry";
import { expanders } from "@medhelm/core/expanders/table";
import { parseConf, type RunEntry } from "@medhelm/core/helm/conf";
import { readHocon } from "@medhelm/core/helm/hocon";
import { parseObjectSpec } from "@medhelm/core/helm/object-spec";
import { readElements } from "@medhelm/core/helm/read-elements";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import { RequestState } from "@medhelm/core/helm/scenario-state";
import { GpuClasses } from "@medhelm/core/jobs/gpu-class";
import { type JudgeSpec, judgesOf } from "@medhelm/core/judge/jury-spec";
import { parseJudges, parseJuries } from "@medhelm/core/judge/judges-file";
import { parseCredentials } from "@medhelm/core/models/credentials";
import { parseModelDeployments } from "@medhelm/core/models/model-deployments";
import { parseModelMetadata } from "@medhelm/core/models/prod-env";
import { Manifest } from "@medhelm/core/release/runs/manifest";
import { parseSchema } from "@medhelm/core/release/schema/release-schema";
import { validateSchema } from "@medhelm/core/release/schema/validate-schema";
import type { BenchmarkRun } from "@medhelm/core/run/benchmark";
import { ServiceConf } from "@medhelm/core/service-conf";
import { parseJson } from "@medhelm/core/store/objects";
import { hasRunFile, runFileChunks } from "@medhelm/service/prompts/run-folder-file";
import { issueText } from "@medhelm/core/text/issue-text";
import { readYaml } from "@medhelm/core/text/read-yaml";
import { gatherProblems, orUserError, problemsOf, throwProblems, UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { loadPlugins } from "../plugins/load-plugins.ts";
import { diskFiles, readUserText } from "../places/disk-files.ts";
import { fileLines } from "./file-lines.ts";
import { readInclude } from "./read-entries.ts";
import { readRows } from "./read-rows.ts";

export interface Checked {
  readonly kind: string;
  /** the content, one line per item */
  readonly found: readonly string[];
}

/**
 * Reads a file and the files that it names, as the commands would. It asks no model and downloads nothing.
 * @throws UserErrors with every problem
 */
export async function checkFile(path: string, workingDirectory: string): Promise<Checked> {
  if (isFolder(path))
    return isThere(join(path, "run_spec.json")) ? checkRun(path) : checkPlugin(path, workingDirectory);
  const extension = /\.[^./\\]+$/.exec(path)?.[0].toLowerCase() ?? "";
  if (/^\.(?:[cm]?[jt]s)$/.test(extension)) return checkPlugin(path, workingDirectory);
  if (extension === ".csv" || extension === ".tsv") return checkTable(path, workingDirectory);
  if (extension === ".jsonl") return checkJsonLines(path, workingDirectory);
  if (basename(path) === "scenario_state.json") return checkStates(path);
  const text = await readUserText(path);
  if (extension === ".conf") return checkConf(path, text, workingDirectory);
  if (extension === ".json") return checkJson(path, text);
  if (extension === ".txt" || extension === ".md") return checkPrompt(path, text);
  return checkYaml(path, text, workingDirectory);
}

async function checkYaml(path: string, text: string, workingDirectory: string): Promise<Checked> {
  const keys = Object.keys(readYaml(text, path, z.looseObject({})));
  // a file of a known name with a misspelled key is still of that kind
  const named = KEYS_BY_NAME.get(basename(path));
  const has = (...names: readonly string[]): boolean => names.some((name) => keys.includes(name) || name === named);
  if (has("judges")) return { kind: "judges", found: parseJudges(text, path).map(judgeLine) };
  if (has("juries"))
    return {
      kind: "juries",
      found: Object.entries(parseJuries(text, path)).map(
        ([name, judges]) => `${name}: ${judges.map(({ model }) => model).join(", ")}`,
      ),
    };
  if (has("run_groups", "metric_groups")) return checkSchema(path, text);
  if (has("prompt_file", "dataset_file", "metrics")) return checkBenchmark(path, workingDirectory);
  if (has("model_deployments"))
    return {
      kind: "deployments",
      found: parseModelDeployments(text, path, new Map()).map(
        ({ name, modelName, trust, client }) => `${name}: model ${modelName}, ${client.kind}, trust ${trust}`,
      ),
    };
  if (has("models")) return { kind: "models", found: parseModelMetadata(text, path).map(({ name }) => name) };
  if (has("gpuClasses"))
    return { kind: "GPU classes", found: readYaml(text, path, GpuClasses).gpuClasses.map(({ name }) => name) };
  if (has("monthlyBudgetUsd", "quota")) {
    const { organisations, providers, monthlyBudgetUsd } = readYaml(text, path, ServiceConf);
    return {
      kind: "service",
      found: [
        `${organisations.length} organisations, providers ${providers?.join(", ") ?? "all"}, an alarm at $${monthlyBudgetUsd} a month`,
      ],
    };
  }
  throw new UserError(`${path}: this kind of file cannot be checked; name one of: ${CHECKED_KINDS}`);
}

/** The key that a file of this name must have. */
const KEYS_BY_NAME: ReadonlyMap<string, string> = new Map([
  ["model_deployments.yaml", "model_deployments"],
  ["model_metadata.yaml", "models"],
  ["gpu_classes.yaml", "gpuClasses"],
  ["service.yaml", "monthlyBudgetUsd"],
]);

/** For help and messages. */
export const CHECKED_KINDS =
  "a .conf of run entries or keys, a benchmark's YAML (prompt_file, dataset_file, metrics), a prompt (.txt), data (.csv, .jsonl), judges or juries, model_deployments.yaml, model_metadata.yaml, a schema (run_groups), service.yaml, gpu_classes.yaml, a plugin, run_spec.json, scenario_state.json, manifest.json, a run folder";

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

async function checkPlugin(path: string, workingDirectory: string): Promise<Checked> {
  const { models } = await loadPlugins([resolve(workingDirectory, path)], workingDirectory);
  return { kind: "plugin", found: ["it loads", ...models.map(({ name }) => `model ${name}`)] };
}

async function checkTable(path: string, workingDirectory: string): Promise<Checked> {
  const table = await openTable({ ...(await diskFiles(workingDirectory).open(path)), label: path });
  const problems = gatherProblems();
  let count = 0;
  const { rows } = table.rows((problem) => problems.add(problem.message));
  for await (const _ of checkedRows(table.label, rows, {
    needsAnswer: table.columns.includes("correct_answer"),
    onProblem: (problem) => problems.add(problem.message),
  }))
    count++;
  problems.throwAny();
  return { kind: "data", found: [`${count} rows; columns ${table.columns.join(", ")}`] };
}

async function checkJsonLines(path: string, workingDirectory: string): Promise<Checked> {
  const problems = gatherProblems();
  let count = 0;
  const file = { ...(await diskFiles(workingDirectory).open(path)), label: path };
  for await (const { line, number } of fileLines(file)) {
    if (line.trim() === "") continue;
    count++;
    try {
      parseJson(new TextEncoder().encode(line), `${path}, line ${number}`, z.unknown());
    } catch (error) {
      problems.add(...problemsOf(orUserError(error)));
    }
  }
  problems.throwAny();
  if (count === 0) throw new UserError(`${path}: the file is empty; write one JSON value a line`);
  return { kind: "JSON lines", found: [`${count} lines`] };
}

function checkPrompt(path: string, text: string): Checked {
  const file = { label: path, bytes: new TextEncoder().encode(text), sha256: "" };
  if (text.includes("<rubric_criteria>"))
    return { kind: "judge prompt", found: [`criteria ${Object.keys(readRubric(path, text)).join(", ")}`] };
  const names = [...new Set(readTemplate(file).fields.map(({ name }) => name))];
  if (names.length === 0)
    throw new UserError(
      `${path}: it names no column, so every row would ask the same question; write one in braces, e.g. {question}`,
    );
  return { kind: "prompt", found: [`columns ${names.join(", ")}`] };
}

const JSON_KINDS = {
  "run spec": { mark: "adapter_spec", schema: RunSpec, file: "run_spec.json" },
  manifest: { mark: "coverage", schema: Manifest, file: "manifest.json" },
} as const;

function checkJson(path: string, text: string): Checked {
  const bytes = new TextEncoder().encode(text);
  const keys = Object.keys(parseJson(bytes, path, z.looseObject({})));
  for (const [kind, { mark, schema, file }] of Object.entries(JSON_KINDS))
    if (keys.includes(mark) || basename(path) === file) {
      const parsed = z.object({ ...schema.shape }).safeParse(JSON.parse(text));
      throwProblems(
        (parsed.error?.issues ?? []).map(
          (issue) => `${path}: ${issue.path.join(".")}: ${issueText(issue)}; run it again, or copy it again`,
        ),
      );
      return { kind, found: [] };
    }
  throw new UserError(`${path}: this kind of file cannot be checked; name one of: ${CHECKED_KINDS}`);
}

async function checkStates(path: string): Promise<Checked> {
  let count = 0;
  const problems = gatherProblems();
  for await (const state of readElements(runFileChunks(path), "request_states", { label: path })) {
    const [issue] = RequestState.safeParse(state).error?.issues ?? [];
    if (issue !== undefined)
      problems.add(
        `${path}: request_states[${count}].${issue.path.join(".")}: ${issueText(issue)}; copy the run again`,
      );
    count++;
  }
  problems.throwAny();
  return { kind: "scenario state", found: [counted(count, "request")] };
}

async function checkRun(folder: string): Promise<Checked> {
  const names = ["run_spec.json", "scenario_state.json", "manifest.json"].filter((name) =>
    hasRunFile(join(folder, name)),
  );
  const found: string[] = [];
  for (const name of names) {
    const checked = await checkFile(join(folder, name), folder);
    found.push([`${name}: ${checked.kind}`, ...checked.found].join(", "));
  }
  return { kind: "run", found };
}

async function checkConf(path: string, text: string, workingDirectory: string): Promise<Checked> {
  const { value } = await readHocon(text, { label: path, readInclude: (name, from) => readInclude("", name, from) });
  if (!("entries" in value) && Object.keys(value).length > 0 && /credential/i.test(basename(path))) {
    // the values are secrets
    return { kind: "keys", found: [...parseCredentials(value, path).keys()] };
  }
  const entries = await parseConf(text, {
    label: path,
    readInclude: (name, from) => readInclude("", name, from),
  });
  if (entries.length === 0) throw new UserError(`${path}: its list of entries is empty; add an entry`);
  const found: string[] = [];
  const problems = gatherProblems();
  for (const entry of entries)
    try {
      found.push(await entryLine(entry, workingDirectory));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      problems.add(...problemsOf(error));
    }
  problems.throwAny();
  return { kind: "run entries", found };
}

async function entryLine({ description, label }: RunEntry, workingDirectory: string): Promise<string> {
  try {
    const { name, args } = parseObjectSpec(description);
    const own = Object.fromEntries(Object.entries(args).filter(([key]) => !expanders.has(key)));
    const run = await (await findBenchmark(name)).settle(own, diskFiles(workingDirectory));
    await allRows(run);
    const model = args["model"] ?? args["model_deployment"];
    return `${run.name}: ${model === undefined ? "its model comes from --models-to-run" : `model ${model}`}`;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throwProblems(problemsOf(error).map((problem) => `${label} (${description}): ${problem}`));
    throw error;
  }
}

async function checkBenchmark(path: string, workingDirectory: string): Promise<Checked> {
  const benchmark = await findBenchmark("medhelm_configurable_benchmark");
  const run = await benchmark.settle({ config_path: path }, diskFiles(workingDirectory));
  const { first, count } = await allRows(run);
  const judges = (run.annotators ?? []).flatMap((annotator) => judgesOf(annotator));
  return {
    kind: "benchmark",
    found: [
      `name ${run.name}, ${counted(count, "question")}, main metric ${run.card.mainMetric}, access ${run.card.access}`,
      `metrics ${metricNames(run).join(", ")}`,
      ...judges.map((judge) => `judge ${judgeLine(judge)}`),
      `the first question begins: ${JSON.stringify((first?.input.text ?? "").slice(0, 100))}`,
    ],
  };
}

/** Reads all rows. @throws UserErrors with the problems of all rows */
async function allRows(run: BenchmarkRun) {
  const problems = gatherProblems();
  const rows = await readRows(run, (problem) => problems.add(problem.message));
  problems.throwAny();
  return rows;
}

/** The metric classes of run_spec.json, without the one that every run has. */
const metricNames = ({ metricSpecs }: BenchmarkRun): string[] => {
  const names = metricSpecs.map(({ class_name }) => class_name.split(".").at(-1) ?? class_name);
  return [...new Set(names)].filter((name) => name !== "InstancesPerSplitMetric");
};

const judgeLine = ({ name, model, modelDeployment }: JudgeSpec): string => `${name}: ${model} at ${modelDeployment}`;

function checkSchema(path: string, text: string): Checked {
  const schema = parseSchema(text, path);
  validateSchema(schema, path, "error", text);
  const { metrics, metric_groups, run_groups } = schema;
  return {
    kind: "schema",
    found: [`${run_groups.length} run groups, ${metric_groups.length} metric groups, ${metrics.length} metrics`],
  };
}
