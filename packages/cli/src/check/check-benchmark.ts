import { findBenchmark } from "@medhelm/benchmarks/registry";
import { type JudgeSpec, judgesOf } from "@medhelm/core/judge/jury-spec";
import type { BenchmarkRun } from "@medhelm/core/run/benchmark";
import { counted } from "@medhelm/core/text/counted";
import { gatherProblems } from "@medhelm/core/user-error";
import { diskFiles } from "../places/disk-files.ts";
import { readRows } from "../run/read-rows.ts";
import type { Checked } from "./checked.ts";

/** Reads the YAML file of a custom benchmark, with its prompt and all its rows. */
export async function checkBenchmark(path: string, workingDirectory: string): Promise<Checked> {
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
export async function allRows(run: BenchmarkRun) {
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

export const judgeLine = ({ name, model, modelDeployment }: JudgeSpec): string =>
  `${name}: ${model} at ${modelDeployment}`;
