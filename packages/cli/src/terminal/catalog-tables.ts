import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { builtinModels } from "@medhelm/benchmarks/baselines/registry";
import { computedMetrics } from "@medhelm/benchmarks/computed-metrics";
import { allBenchmarks, allCards, metricFor } from "@medhelm/benchmarks/registry";
import { parseSchema, type ReleaseSchema } from "@medhelm/core/release/schema/release-schema";
import { packagedConf } from "../packaged.ts";
import { packagedDeployments } from "../models/packaged-deployments.ts";

/** The output of `medhelm list`: a table, and all facts for --json. */
export interface CatalogTable {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly items: readonly unknown[];
}

export const catalogTables = { benchmarks, models, deployments, metrics, groups } as const satisfies Record<
  string,
  () => Promise<CatalogTable>
>;

async function benchmarks(): Promise<CatalogTable> {
  const cards = await allCards();
  return {
    header: ["name", "benchmark", "category", "access", "form", "main metric"],
    rows: cards.map((card) => [card.name, card.displayName, card.category, card.access, card.form, card.mainMetric]),
    items: cards,
  };
}

async function models(): Promise<CatalogTable> {
  const items = builtinModels.map(({ name, displayName, role, description }) => ({
    name,
    displayName,
    role,
    description,
  }));
  return {
    header: ["name", "model", "role"],
    rows: items.map(({ name, displayName, role }) => [name, displayName, role]),
    items,
  };
}

/** The packaged deployments, which `--model` takes by name. An unknown context or price is an empty cell. */
async function deployments(): Promise<CatalogTable> {
  const items = (await packagedDeployments()).map(({ client: _client, settings: _settings, ...facts }) => facts);
  return {
    header: ["name", "model", "context", "$/M in", "$/M out", "price of", "thinks", "trust", "GPUs", "state"],
    rows: items.map(({ name, modelName, maxSequenceLength, price, reasoning, trust, served, deprecated }) => [
      name,
      modelName,
      maxSequenceLength?.toString() ?? "",
      price?.inputUsdPerMillion.toString() ?? "",
      price?.outputUsdPerMillion.toString() ?? "",
      price?.asOf ?? "",
      reasoning === undefined || reasoning === false ? "" : "yes",
      trust,
      served?.gpuClass ?? "",
      deprecated ? "withdrawn" : "",
    ]),
    items,
  };
}

/** The metrics that this version computes, those of the packaged schema first and in its order. */
async function metrics(): Promise<CatalogTable> {
  const computed = await computedMetrics(await allBenchmarks(), metricFor);
  const cards = await allCards();
  const { metrics: known } = await packagedSchema();
  const names = [...new Set([...known.map(({ name }) => name), ...computed.keys()])];
  const items = names.flatMap((name) => {
    const of = computed.get(name);
    if (of === undefined) return [];
    const mainOf = cards.filter(({ mainMetric }) => mainMetric === name).map((card) => card.name);
    const described = known.find((metric) => metric.name === name);
    return [{ ...(described ?? (mainOf.length > 0 ? { name, lower_is_better: false } : { name })), mainOf, of }];
  });
  return {
    header: ["name", "metric", "better", "main metric of", "computed in"],
    rows: items.map((metric) => [
      metric.name,
      "display_name" in metric ? (metric.display_name ?? "") : "",
      better("lower_is_better" in metric ? metric.lower_is_better : undefined),
      benchmarksText(metric.mainOf),
      benchmarksText(metric.of),
    ]),
    items,
  };
}

const benchmarksText = (names: readonly string[]): string =>
  names.length > 3 ? `${names.length} benchmarks` : names.join(" ");

const better = (lower: boolean | undefined): string => (lower === undefined ? "" : lower ? "lower" : "higher");

/** The groups that --groups-to-run accepts and that the leaderboard has as tables. */
async function groups(): Promise<CatalogTable> {
  const schema = await packagedSchema();
  const items = schema.run_groups.map(({ name, display_name, category, subgroups }) => ({
    name,
    displayName: display_name ?? name,
    category,
    subgroups,
  }));
  return {
    header: ["name", "group", "kind", "holds"],
    rows: items.map(({ name, displayName, category, subgroups }) => [
      name,
      displayName,
      category,
      subgroups.length === 0 ? "" : `${subgroups.length} groups`,
    ]),
    items,
  };
}

async function packagedSchema(): Promise<ReleaseSchema> {
  const name = "schema_medhelm.yaml";
  return parseSchema(await readFile(join(packagedConf, name), "utf8"), name);
}
