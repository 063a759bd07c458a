import { findBenchmark } from "@medhelm/benchmarks/registry";
import { expanders } from "@medhelm/core/expanders/table";
import { parseConf, type RunEntry } from "@medhelm/core/helm/conf";
import { parseObjectSpec } from "@medhelm/core/helm/object-spec";
import { type JudgeSpec, judgesOf } from "@medhelm/core/judge/jury";
import { parseJudges, parseJuries } from "@medhelm/core/judge/judges-file";
import { readYaml } from "@medhelm/core/text/read-yaml";
import { parseSchema } from "@medhelm/core/release/release-schema";
import { validateSchema } from "@medhelm/core/release/validate-schema";
import type { BenchmarkRun } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { diskFiles, readUserText } from "./disk-files.ts";
import { readInclude } from "./read-entries.ts";
import { readRows } from "./read-rows.ts";

export interface Checked {
  readonly kind: "run entries" | "benchmark" | "judges" | "juries" | "schema";
  /** the content, one line per item */
  readonly found: readonly string[];
}

/**
 * Reads a file and the files that it names, as a run would. It asks no model and downloads nothing.
 * @throws UserError with the sentence with which the run would end
 */
export async function checkFile(path: string, workingDirectory: string): Promise<Checked> {
  const text = await readUserText(path);
  if (path.endsWith(".conf")) return checkConf(path, text, workingDirectory);
  const keys = Object.keys(readYaml(text, path, z.looseObject({})));
  const has = (...names: readonly string[]): boolean => names.some((name) => keys.includes(name));
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
  throw new UserError(
    `${path}: this kind of file cannot be checked; name a .conf with entries, a benchmark's YAML (prompt_file, dataset_file, metrics), a YAML of judges or juries, or a schema (run_groups)`,
  );
}

async function checkConf(path: string, text: string, workingDirectory: string): Promise<Checked> {
  const entries = await parseConf(text, {
    label: path,
    readInclude: (name, from) => readInclude("", name, from),
  });
  if (entries.length === 0) throw new UserError(`${path}: its list of entries is empty; add an entry`);
  const found: string[] = [];
  for (const entry of entries) found.push(await entryLine(entry, workingDirectory));
  return { kind: "run entries", found };
}

async function entryLine({ description, label }: RunEntry, workingDirectory: string): Promise<string> {
  try {
    const { name, args } = parseObjectSpec(description);
    const own = Object.fromEntries(Object.entries(args).filter(([key]) => !expanders.has(key)));
    const run = await (await findBenchmark(name)).settle(own, diskFiles(workingDirectory));
    await readRows(run);
    const model = args["model"] ?? args["model_deployment"];
    return `${run.name}: ${model === undefined ? "its model comes from --models-to-run" : `model ${model}`}`;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(`${label} (${description}): ${error.message}`, { cause: error });
  }
}

async function checkBenchmark(path: string, workingDirectory: string): Promise<Checked> {
  const benchmark = await findBenchmark("medhelm_configurable_benchmark");
  const run = await benchmark.settle({ config_path: path }, diskFiles(workingDirectory));
  const { first, count } = await readRows(run);
  const judges = (run.annotators ?? []).flatMap((annotator) => judgesOf(annotator));
  return {
    kind: "benchmark",
    found: [
      `name ${run.name}, ${count} questions, main metric ${run.card.mainMetric}, access ${run.card.access}`,
      `metrics ${metricNames(run).join(", ")}`,
      ...judges.map((judge) => `judge ${judgeLine(judge)}`),
      `the first question begins: ${JSON.stringify((first?.input.text ?? "").slice(0, 100))}`,
    ],
  };
}

/** The metric classes of run_spec.json, without the one that every run has. */
const metricNames = ({ metricSpecs }: BenchmarkRun): string[] => {
  const names = metricSpecs.map(({ class_name }) => class_name.split(".").at(-1) ?? class_name);
  return [...new Set(names)].filter((name) => name !== "InstancesPerSplitMetric");
};

const judgeLine = ({ name, model, modelDeployment }: JudgeSpec): string => `${name}: ${model} at ${modelDeployment}`;

function checkSchema(path: string, text: string): Checked {
  const schema = parseSchema(text, path);
  validateSchema(schema, path, "error");
  const { metrics, metric_groups, run_groups } = schema;
  return {
    kind: "schema",
    found: [`${run_groups.length} run groups, ${metric_groups.length} metric groups, ${metrics.length} metrics`],
  };
}
