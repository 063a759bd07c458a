import { findBenchmark } from "@medhelm/benchmarks/registry";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import { judgePrompts, juryReader, type Rubric } from "@medhelm/core/judge/rubric";
import type { UserFiles } from "@medhelm/core/run/benchmark";
import { openRun } from "@medhelm/core/store/run-files";
import { UserError } from "@medhelm/core/user-error";
import { openReadStore } from "../../places/open-store.ts";
import { readSealed } from "../../finished-runs/sealed-file.ts";
import type { OpenedSheetRun } from "../sheet-runs.ts";

/** Returns the question of each criterion, as the run's judges read it. A criterion whose question the judges' prompt does not have is absent. */
export async function rubricOfRun(
  { outputPath, suite, run, manifest }: OpenedSheetRun,
  criteria: readonly string[],
  files: UserFiles,
): Promise<Readonly<Record<string, string>>> {
  if (manifest?.judgePrompts === undefined) return {};
  const objects = openReadStore(outputPath);
  const spec = await readSealed(objects, (await openRun(objects, suite, run)).keyOf("run_spec.json"), RunSpec);
  const specs = spec?.annotators ?? [];
  const rubrics = await rubricsOf(manifest.benchmark, files);
  const sealed = new Set(Object.values(manifest.judgePrompts).map(sha256Of));
  const prompts = judgePrompts(specs, rubrics);
  const templates = specs
    .filter(({ class_name: name, args }) => rubrics.some((one) => one.className === name) || "prompt_template" in args)
    .map(juryReader(rubrics))
    .filter(({ name }) => sealed.has(sha256Of(prompts[name] ?? "")))
    .map(({ template }) => template);
  return meaningsIn(templates, criteria);
}

/** "own <sha256>" */
const sha256Of = (origin: string): string => origin.split(" ").at(-1) ?? "";

async function rubricsOf(benchmark: string, files: UserFiles): Promise<readonly Rubric[]> {
  try {
    return (await (await findBenchmark(benchmark)).settle({}, files)).rubrics ?? [];
  } catch (error) {
    if (error instanceof UserError) return []; // a benchmark of a file or a plugin
    throw error;
  }
}

/** The lines "- accuracy: is the advice right?" of the templates. A line of JSON has a quote. */
function meaningsIn(templates: readonly string[], criteria: readonly string[]): Readonly<Record<string, string>> {
  const lines = templates
    .flatMap((template) => template.split("\n"))
    .filter((line) => !/["{}]/.test(line))
    .flatMap((line) => {
      const [, name = "", meaning] = /^[\s\d.*-]*([^:(*]+?)[*\s]*(?:\([^)]*\))?[*\s]*:[*\s]*(\S.*)$/u.exec(line) ?? [];
      return meaning === undefined ? [] : [[name.toLowerCase(), meaning.trim()] as const];
    });
  return Object.fromEntries(
    criteria.flatMap((name) => {
      const found = lines.find(([one]) => one === name.toLowerCase());
      return found === undefined ? [] : [[name, found[1]] as const];
    }),
  );
}
