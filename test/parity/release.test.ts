import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { allCards } from "@medhelm/benchmarks/registry";
import type { CardLookup } from "@medhelm/core/release/schema/benchmark-group";
import { autoSchema } from "@medhelm/core/release/schema/auto-schema";
import { buildLeaderboard } from "@medhelm/core/release/leaderboard/build-leaderboard";
import {
  displayInstances,
  displayPredictions,
  displayRequests,
  displayStats,
} from "@medhelm/core/release/helm/display-files";
import { helmReleaseFiles, type ReleaseFile, type ReleaseInput } from "@medhelm/core/release/helm/helm-release-files";
import type { LoadedRun, ModelInfo } from "@medhelm/core/release/runs/loaded-run";
import { meanScores, winRates } from "@medhelm/core/release/leaderboard/mean-win-rate";
import { parseSchema, type ReleaseSchema } from "@medhelm/core/release/schema/release-schema";
import { validateSchema } from "@medhelm/core/release/schema/validate-schema";
import { uniqueSimplification } from "@medhelm/core/release/helm/unique-simplification";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import { ScenarioState } from "@medhelm/core/helm/scenario-state";
import { PerInstanceStats, Stat } from "@medhelm/core/helm/stats";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { oracle, shared, whyNoShared } from "../shared.ts";

/** helm-summarize of HELM 0.5.16: its vectors, and its releases a1, a1-auto and suite oracle-a. */
const readJson = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));

const numbers = z.array(z.number().nullable());
const Vectors = z.object({
  win_rate: z.array(
    z.object({
      lower_is_better: z.array(z.boolean().nullable()),
      rows: z.array(numbers),
      mean_win_rate: numbers,
      mean_score: z.union([numbers, z.string()]),
    }),
  ),
  unique_simplification: z.array(
    z.object({
      items: z.array(z.record(z.string(), z.unknown())),
      priority_keys: z.array(z.string()),
      result: z.array(z.record(z.string(), z.unknown())),
    }),
  ),
});

const vectors = (): z.infer<typeof Vectors> =>
  Vectors.parse(readJson(join(shared ?? "", "vectors", "helm-vectors.json")));

describe.skipIf(shared === undefined)(`helm-summarize's rules${shared === undefined ? `: ${whyNoShared}` : ""}`, () => {
  test("the mean win rate counts ties as half and skips columns without order or with one value", () => {
    for (const { lower_is_better: directions, rows, mean_win_rate: expected } of vectors().win_rate) {
      expect(winRates(columnsOf(directions, rows), rows.length).map(({ rate }) => rate)).toEqual(expected);
    }
  });

  test("the mean score throws if columns disagree on their direction", () => {
    for (const { lower_is_better: directions, rows, mean_score: expected } of vectors().win_rate) {
      expect(attempt(() => meanScores(columnsOf(directions, rows), rows.length))).toEqual(
        typeof expected === "string" ? "raises" : expected,
      );
    }
  });

  test("the name of a method has the fewest keys that distinguish it from the others", () => {
    for (const { items, priority_keys: keys, result } of vectors().unique_simplification) {
      expect(uniqueSimplification(items, keys)).toEqual(result);
    }
  });
});

function attempt<T>(run: () => T): T | "raises" {
  try {
    return run();
  } catch {
    return "raises";
  }
}

const columnsOf = (directions: readonly (boolean | null)[], rows: readonly (readonly (number | null)[])[]) =>
  directions.map((lowerIsBetter, column) => ({ lowerIsBetter, values: rows.map((row) => row[column] ?? null) }));

const root = (): string => oracle("oracle");

describe.skipIf(shared === undefined)("helm-summarize's files, as parsed JSON", () => {
  test("a release with a schema (a1)", async () => {
    const input = { ...common(), name: { release: "a1", suites: ["oracle-a"] }, schema: medhelmSchema() };
    expect(await ourFiles(input)).toEqual(helmFiles(join(root(), "benchmark_output", "releases", "a1")));
  });

  test("a suite (oracle-a)", async () => {
    const input = { ...common(), name: { suite: "oracle-a" }, schema: medhelmSchema() };
    expect(await ourFiles(input)).toEqual(helmFiles(join(root(), "benchmark_output", "runs", "oracle-a")));
  });

  test("fields have HELM's order, also in bold cells", async () => {
    const input = { ...common(), name: { release: "a1", suites: ["oracle-a"] }, schema: medhelmSchema() };
    const theirs = helmFiles(join(root(), "benchmark_output", "releases", "a1"));
    const ours = await ourFiles(input);
    for (const path of Object.keys(theirs)) expect(JSON.stringify(ours[path])).toBe(JSON.stringify(theirs[path]));
  });

  test("a release with an automatic schema (a1-auto), given the order that HELM's sets had", async () => {
    const folder = join(root(), "benchmark_output", "releases", "a1-auto");
    const schema = parseSchema(readFileSync(join(folder, "schema.json"), "utf8"), "schema.json");
    const input = { ...common(), name: { release: "a1-auto", suites: ["oracle-a"] }, schema };
    expect(await ourFiles(input)).toEqual(helmFiles(folder));
  });

  test("the automatic schema has HELM's metrics, metric groups and run groups, descriptions and order aside", async () => {
    const theirs = join(root(), "benchmark_output", "releases", "a1-auto", "schema.json");
    const schema = autoSchema(loadRuns(), await productCards(), packagedSchema());
    expect(unordered(schema)).toEqual(unordered(parseSchema(readFileSync(theirs, "utf8"), "schema.json")));
  });
});

const medhelmSchema = () =>
  parseSchema(readFileSync(join(root(), "schema_medhelm.yaml"), "utf8"), "schema_medhelm.yaml");

/** The schema of the product. */
const packagedSchema = () =>
  parseSchema(readFileSync(new URL("../../conf/schema_medhelm.yaml", import.meta.url), "utf8"), "schema_medhelm.yaml");

function common(): Omit<ReleaseInput, "name" | "schema"> {
  return { date: "2026-11-21", runs: loadRuns(), models: modelsOf(), outputPath: "out", debug: false };
}

function loadRuns(): LoadedRun[] {
  const suite = join(root(), "benchmark_output", "runs", "oracle-a");
  return readdirSync(suite)
    .filter((folder) => existsSync(join(suite, folder, "stats.json")))
    .toSorted()
    .map((folder) => ({
      suite: "oracle-a",
      folder,
      runSpec: RunSpec.parse(readJson(join(suite, folder, "run_spec.json"))),
      stats: z.array(Stat).parse(readJson(join(suite, folder, "stats.json"))),
    }));
}

const Models = z.object({
  models: z.array(
    z.object({
      name: z.string(),
      display_name: z.string(),
      description: z.string(),
      creator_organization_name: z.string(),
      access: z.string(),
      num_parameters: z.number(),
      release_date: z.string(),
    }),
  ),
});

const modelsOf = (): ModelInfo[] =>
  Models.parse(parse(readFileSync(join(root(), "model_metadata.yaml"), "utf8"))).models.map((model) => ({
    name: model.name,
    displayName: model.display_name,
    organization: model.creator_organization_name,
    access: model.access,
    description: model.description,
    releaseDate: model.release_date,
    parameters: model.num_parameters,
  }));

/** The product's cards, as a release without a schema looks them up. */
async function productCards(): Promise<CardLookup> {
  const cards = new Map((await allCards()).map((card) => [card.name, card]));
  return (name) => cards.get(name);
}

const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);

/** HELM reads the description and the empty taxonomy of a custom benchmark from its YAML; no run folder has them. */
function unordered({ metrics, metric_groups: metricGroups, run_groups: runGroups }: ReleaseSchema): unknown {
  return {
    metrics: metrics.map(({ description: _description, ...metric }) => metric).toSorted(byName),
    metricGroups: metricGroups.map((group) => ({ ...group, metrics: group.metrics.toSorted(byName) })).toSorted(byName),
    runGroups: runGroups
      .map(({ description: _description, taxonomy, ...group }) => ({
        ...group,
        ...(taxonomy?.task ? { taxonomy } : {}),
        subgroups: group.subgroups.toSorted(),
        metric_groups: group.metric_groups.toSorted(),
      }))
      .toSorted(byName),
  };
}

async function ourFiles(input: ReleaseInput): Promise<Record<string, unknown>> {
  const files = [...helmReleaseFiles(input)].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const texts = files.map(async ({ path, body }) => [path, comparable(path, await textOf(body))] as const);
  return Object.fromEntries(await Promise.all(texts));
}

async function textOf(body: ReleaseFile["body"]): Promise<string> {
  if (typeof body === "string") return body;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function helmFiles(folder: string): Record<string, unknown> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    /^(groups\/.*\.(json|tex)|[a-z_]+\.json)$/.test(path),
  );
  return Object.fromEntries(paths.map((path) => [path, comparable(path, readFileSync(join(folder, path), "utf8"))]));
}

/** Removes descriptions of the adapter's fields, which are our own, and sorts adaptation methods, which HELM lists in no order. */
function comparable(path: string, text: string): unknown {
  if (path.endsWith(".tex")) return text;
  const value: unknown = JSON.parse(text);
  if (path === "schema.json") {
    const { adapter: _adapter, ...rest } = z.record(z.string(), z.unknown()).parse(value);
    return rest;
  }
  if (path !== "groups.json") return value;
  const Tables = z.array(z.looseObject({ rows: z.array(z.array(z.looseObject({ value: z.unknown().optional() }))) }));
  return Tables.parse(value).map((table) => ({
    ...table,
    rows: table.rows.map((row) =>
      row.map((cell, column) =>
        column === 2 && typeof cell.value === "string"
          ? { ...cell, value: cell.value.split(", ").toSorted().join(", ") }
          : cell,
      ),
    ),
  }));
}

const Taxonomy = z.object({
  categories: z.array(z.object({ display_name: z.string(), subcategories: z.record(z.string(), z.array(z.string())) })),
});

/** The groups whose category is the name of another group. */
function subcategories({ run_groups: groups }: ReleaseSchema): ReleaseSchema["run_groups"] {
  return groups.filter(({ category }) => groups.some((group) => group.display_name === category));
}

test.skipIf(shared === undefined)("the subcategories of the packaged schema have the benchmarks of HELM's", () => {
  const { categories } = Taxonomy.parse(readJson(join(shared ?? "", "reference", "taxonomy.json")));
  const theirs = categories.flatMap((category) =>
    Object.entries(category.subcategories).map(([name, members]) => [category.display_name, name, members.toSorted()]),
  );
  const ours = subcategories(packagedSchema()).map(({ category, display_name: name, subgroups }) => [
    category,
    name,
    subgroups.toSorted(),
  ]);
  expect(ours).toEqual(theirs);
  expect(ours).toHaveLength(22);
});

test.skipIf(shared === undefined)(
  "subcategories change no table of another group: values, win rates and order",
  async () => {
    const input = { ...common(), name: { release: "a1", suites: ["oracle-a"] } };
    const [packaged, helms] = await Promise.all(
      [packagedSchema(), medhelmSchema()].map((schema) => tablesOf({ ...input, schema })),
    );
    expect(Object.keys(helms ?? {}).length).toBeGreaterThan(5);
    expect(packaged).toMatchObject(helms ?? {});
    expect(Object.keys(packaged ?? {})).toContain("groups/conducting_literature_research.json");
  },
);

const Rows = z.array(z.looseObject({ rows: z.array(z.array(z.looseObject({ value: z.unknown().optional() }))) }));

/** The values of each file of tables. */
async function tablesOf(input: ReleaseInput): Promise<Record<string, unknown>> {
  const files = Object.entries(await ourFiles(input)).filter(([path]) => /^groups\/[^/]+\.json$/.test(path));
  return Object.fromEntries(
    files.map(([path, tables]) => [
      path,
      Rows.parse(tables).map(({ rows }) => rows.map((row) => row.map(({ value, style }) => [value, style]))),
    ]),
  );
}

const facts = (schema: ReleaseSchema): unknown =>
  JSON.parse(JSON.stringify(schema, (key, value: unknown) => (key === "description" ? undefined : value)));

test.skipIf(shared === undefined)(
  "the packaged schema has HELM's names, groups, directions and facets, and 22 subcategories; its texts are our own",
  () => {
    const packaged = packagedSchema();
    const run_groups = packaged.run_groups.filter((group) => !subcategories(packaged).includes(group));
    expect(facts({ ...packaged, run_groups })).toEqual(facts(medhelmSchema()));
    expect(validateSchema(packaged, "schema_medhelm.yaml", "error")).toEqual([]);
  },
);

test.skipIf(shared === undefined)("the display files of a run are HELM's, as parsed JSON", async () => {
  const schema = medhelmSchema();
  for (const run of loadRuns()) {
    const read = (file: string): unknown =>
      readJson(join(root(), "benchmark_output", "runs", run.suite, run.folder, file));
    const { request_states: states } = ScenarioState.parse(read("scenario_state.json"));
    const stats = await displayStats(
      schema,
      run.runSpec,
      z.array(PerInstanceStats).parse(read("per_instance_stats.json")),
    );
    const pattern = run.runSpec.adapter_spec.output_mapping_pattern;
    expect(await parsed(displayPredictions(states, stats, pattern))).toEqual(read("display_predictions.json"));
    expect(await parsed(displayInstances(states))).toEqual(read("instances.json"));
    expect(await parsed(displayRequests(states))).toEqual(read("display_requests.json"));
  }
});

async function parsed(chunks: AsyncIterable<Uint8Array>): Promise<unknown> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return JSON.parse(Buffer.concat(all).toString("utf8"));
}

test.skipIf(shared === undefined)(
  "the leaderboard's values and mean win rates are those of HELM's accuracy tables",
  () => {
    const { tables } = buildLeaderboard({
      ...common(),
      schema: medhelmSchema(),
      name: "a1",
      kind: "release",
      profile: "helm",
      suites: ["oracle-a"],
      schemaName: "schema_medhelm.yaml",
      cards: () => undefined,
      hasPages: () => false,
      notices: [],
    });
    const Table = z.object({
      header: z.array(z.object({ value: z.string() })),
      rows: z.array(z.array(z.object({ value: z.union([z.string(), z.number()]).optional() }))),
    });
    for (const group of ["medhelm_scenarios", "clinical_decision_support", "medical_research"]) {
      const file = join(root(), "benchmark_output", "releases", "a1", "groups", "json", `${group}_accuracy.json`);
      const theirs = Table.parse(readJson(file)).rows.map(([model, winRate, ...values]) => [
        model?.value,
        winRate?.value,
        ...values.flatMap(({ value }) => value ?? []),
      ]);
      const ours = tables
        .find((table) => table.group === group)
        ?.rows.map(({ model, meanWinRate, cells }) => [
          model.replace("stub/stub-", "Stub "),
          meanWinRate,
          ...cells.flatMap(({ value }) => value ?? []),
        ]);
      expect(new Set(ours?.map((row) => row.join(" ")))).toEqual(new Set(theirs.map((row) => row.join(" "))));
    }
  },
);
