import { helmJson, writeList } from "../../helm/write-json.ts";
import { ADAPTER_FIELDS } from "./adapter-fields.ts";
import { groupRuns } from "./group-runs.ts";
import { tablesOfGroup } from "./group-tables.ts";
import type { HelmTable } from "./helm-table.ts";
import { indexTables } from "./index-tables.ts";
import { shortFileName } from "../../text/short-file-name.ts";
import { latexTable } from "./latex.ts";
import type { LoadedRun, ModelInfo } from "../runs/loaded-run.ts";
import { wordingLabels, wordingsIn } from "../runs/run-wording.ts";
import type { ReleaseSchema } from "../schema/release-schema.ts";

export interface ReleaseFile {
  /** relative to the folder of the release or suite */
  readonly path: string;
  /** A list of all runs is a stream, because its text may be longer than memory allows. It can be read again. */
  readonly body: string | AsyncIterable<Uint8Array>;
}

export interface ReleaseInput {
  /** a release or a single suite */
  readonly name: { readonly release: string; readonly suites: readonly string[] } | { readonly suite: string };
  /** YYYY-MM-DD */
  readonly date: string;
  readonly schema: ReleaseSchema;
  readonly runs: readonly LoadedRun[];
  readonly models: readonly ModelInfo[];
  /** the folder that HELM writes into paths and links; "benchmark_output" by default */
  readonly outputPath: string;
  readonly debug: boolean;
}

const json = (path: string, value: unknown): ReleaseFile => ({ path, body: helmJson(value) });

function* mapped<T>(runs: readonly LoadedRun[], of: (run: LoadedRun) => T): Generator<T> {
  for (const run of runs) yield of(run);
}

/** The bytes of `json` for the list of `of(run)`. */
const listOfRuns = (path: string, runs: readonly LoadedRun[], of: (run: LoadedRun) => unknown): ReleaseFile => ({
  path,
  body: { [Symbol.asyncIterator]: () => writeList(mapped(runs, of)) },
});

/** Makes the files of helm-summarize one by one, so that only one is in memory (summarize.py: run_pipeline). */
export function* helmReleaseFiles(input: ReleaseInput): Generator<ReleaseFile> {
  const { schema, runs } = input;
  yield json("schema.json", { ...schema, adapter: ADAPTER_FIELDS, models: modelFields(input) });
  // HELM: in suite mode `suites` also contains the suite.
  const suites = "suite" in input.name ? { suites: [input.name.suite], suite: input.name.suite } : input.name;
  yield json("summary.json", { ...suites, date: input.date });
  yield listOfRuns("runs.json", runs, (run) => ({
    run_path: `${input.outputPath}/runs/${run.suite}/${run.folder}`,
    run_spec: run.runSpec,
    stats: run.stats,
  }));
  yield listOfRuns("run_specs.json", runs, (run) => run.runSpec);
  yield json("runs_to_run_suites.json", Object.fromEntries(runs.map((run) => [run.runSpec.name, run.suite])));
  const grouped = groupRuns(runs);
  yield json("groups.json", indexTables(schema, grouped));
  yield json(
    "groups_metadata.json",
    Object.fromEntries(
      schema.run_groups.map((group) => [
        group.name,
        {
          display_name: group.display_name ?? null,
          description: group.description ?? null,
          taxonomy: group.taxonomy ?? null,
        },
      ]),
    ),
  );
  const labels = wordingLabels(runs);
  const wording = wordingsIn(runs, labels).isSplit ? { wording: labels } : {};
  const folder = "release" in input.name ? `releases/${input.name.release}` : `runs/${input.name.suite}`;
  for (const group of schema.run_groups) {
    const written: HelmTable[] = [];
    for (const table of tablesOfGroup(
      { schema, models: input.models, debug: input.debug, ...wording },
      grouped,
      group,
    )) {
      // HELM: a name that is too long for a file ends its program
      const name = `${group.name}_${table.name ?? "None"}`;
      const latex = `groups/latex/${shortFileName(name, ".tex")}`;
      const path = `groups/json/${shortFileName(name, ".json")}`;
      const link = (text: string, file: string) => ({ text, href: `${input.outputPath}/${folder}/${file}` });
      // HELM: adds both links before it writes the table, so the table's JSON links to itself.
      const linked = { ...table, links: [...table.links, link("LaTeX", latex), link("JSON", path)] };
      yield { path: latex, body: latexTable(table, `${table.name ?? "None"} (${group.name})`) };
      yield json(path, inHelmOrder(linked));
      written.push(linked);
    }
    if (written.length > 0) yield json(`groups/${shortFileName(group.name, ".json")}`, written.map(inHelmOrder));
  }
  yield json("costs.json", costs(runs));
}

/** Puts the fields into HELM's order. */
const inHelmOrder = ({ title, header, rows, links, name }: HelmTable): HelmTable => ({
  title,
  header,
  rows,
  links,
  ...(name === undefined ? {} : { name }),
});

function modelFields(input: ReleaseInput): unknown[] {
  const used = new Set(input.runs.map((run) => run.runSpec.adapter_spec.model));
  return input.models
    .filter((model) => used.has(model.name))
    .map((model) => ({
      name: model.name,
      display_name: model.displayName,
      short_display_name: model.displayName,
      description: model.description,
      creator_organization: model.organization,
      access: model.access,
      todo: false,
      release_date: model.releaseDate,
      num_parameters: model.parameters,
    }));
}

const COST_FIELDS = ["num_prompt_tokens", "num_completion_tokens", "num_completions", "num_requests"];

/** HELM: counts only stats without a split. Only dry runs have such stats, so the result for real runs is {}. */
function costs(runs: readonly LoadedRun[]): Record<string, Record<string, number>> {
  const byDeployment: Record<string, Record<string, number>> = {};
  for (const run of runs) {
    for (const stat of run.stats) {
      if (stat.name.split || !COST_FIELDS.includes(stat.name.name)) continue;
      const sums = (byDeployment[run.runSpec.adapter_spec.model_deployment] ??= {});
      sums[stat.name.name] = (sums[stat.name.name] ?? 0) + stat.sum;
    }
  }
  for (const sums of Object.values(byDeployment)) {
    sums["num_prompt_tokens"] ??= 0;
    sums["num_completion_tokens"] ??= 0;
    sums["total_tokens"] = sums["num_prompt_tokens"] + sums["num_completion_tokens"];
  }
  return byDeployment;
}
