import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import type { PluginModel } from "@medhelm/benchmarks/plugin";
import type { DefinedBenchmark } from "@medhelm/benchmarks/define";
import { ownMetric } from "@medhelm/benchmarks/shared/own-metric";
import {
  allBenchmarks,
  allCards,
  annotatorFor,
  findBenchmark,
  isBenchmarkName,
  metricFor,
} from "@medhelm/benchmarks/registry";
import { sha256Hex } from "@medhelm/core/store/canonical";
import type { FindMetric, MetricFactory } from "@medhelm/core/metrics/metric";
import { nearNames } from "@medhelm/core/text/near-names";
import type { AnnotatorFactory, FindAnnotator } from "@medhelm/core/run/annotator";
import type { Benchmark } from "@medhelm/core/run/benchmark";
import type { Card } from "@medhelm/core/run/card";
import { UserError } from "@medhelm/core/user-error";
import { findPlugin, type PluginPlace } from "./find-plugin.ts";
import { reasonOf } from "./reason-of.ts";

/** The built-in parts and the parts of plugins, for runs, scores and releases. */
export interface Extensions {
  findBenchmark(name: string): Promise<Benchmark>;
  readonly metricFor: FindMetric;
  readonly annotatorFor: FindAnnotator;
  allCards(): Promise<Card[]>;
  readonly models: readonly PluginModel[];
}

const builtIn: Extensions = { findBenchmark, metricFor, annotatorFor, allCards, models: [] };

/**
 * Loads the plugins of --plugins and adds their parts to the built-in ones.
 * @throws UserError with the plugin's file and key if it is missing, does not load, is not a plugin, or uses a name that exists already
 */
export async function loadPlugins(references: readonly string[], workingDirectory: string): Promise<Extensions> {
  if (references.length === 0) return builtIn;
  const { readPlugin } = await import("./read-plugin.ts"); // the parts of plugins take long to load
  const found = {
    benchmarks: new Map<string, DefinedBenchmark>(),
    metrics: new Map<string, MetricFactory>(),
    annotators: new Map<string, AnnotatorFactory>(),
    models: new Map<string, PluginModel>(),
  };
  for (const reference of references) {
    const place = findPlugin(reference, workingDirectory);
    const label = relative(workingDirectory, place.entry) || place.entry;
    const plugin = await readPlugin(await imported(place, label), label);
    const version = { [`plugin ${basename(dirname(place.entry))}`]: hashOf(place) };
    const claim = async <T>(
      kind: keyof typeof found,
      map: Map<string, T>,
      key: string,
      name: string,
      value: T,
    ): Promise<void> => {
      if ((await isTaken[kind](name)) || map.has(name))
        throw new UserError(`${label}: ${key}: the name "${name}" exists already; choose another name`);
      map.set(name, value);
    };
    for (const [i, given] of plugin.benchmarks.entries()) {
      const made = withIngredient(given, version);
      for (const name of made.names) await claim("benchmarks", found.benchmarks, `benchmarks[${i}]`, name, made);
    }
    for (const [name, metric] of Object.entries(plugin.metrics))
      await claim("metrics", found.metrics, `metrics["${name}"]`, name, metric);
    for (const [name, annotator] of Object.entries(plugin.annotators))
      await claim("annotators", found.annotators, `annotators["${name}"]`, name, annotator);
    for (const [i, model] of plugin.models.entries())
      await claim("models", found.models, `models[${i}]`, model.name, model);
  }
  const own = new Set(found.benchmarks.values());
  const ofRun = ({ scenario_spec: { class_name: scenario } }: Parameters<FindMetric>[1]) =>
    [...own].find(({ scenarioClass }) => scenarioClass === scenario);
  return {
    findBenchmark: (name) => benchmarkOf(name, found.benchmarks),
    metricFor: async (name, run) => {
      const benchmark = ofRun(run);
      return (benchmark && (await ownMetric(benchmark, name))) ?? found.metrics.get(name) ?? metricFor(name, run);
    },
    annotatorFor: async (spec, run) =>
      ofRun(run)?.ownAnnotators.get(spec.class_name) ??
      found.annotators.get(spec.class_name) ??
      annotatorFor(spec, run),
    allCards: async () => [...(await allCards()), ...[...own].map(({ card }) => card)],
    models: [...found.models.values()],
  };
}

async function benchmarkOf(name: string, own: ReadonlyMap<string, Benchmark>): Promise<Benchmark> {
  const found = own.get(name);
  if (found !== undefined) return found;
  const [near] = nearNames(name, [...own.keys()]);
  if (near !== undefined && !isBenchmarkName(name))
    throw new UserError(`unknown benchmark "${name}"; did you mean ${near} of a plugin?`);
  return findBenchmark(name);
}

/** The names that are ours: a number must not depend on whether a plugin was loaded. */
const isTaken: Readonly<
  Record<"benchmarks" | "metrics" | "annotators" | "models", (name: string) => boolean | Promise<boolean>>
> = {
  benchmarks: isBenchmarkName,
  metrics: async (name) =>
    (await import("@medhelm/core/metrics/registry")).coreMetrics(name) !== undefined ||
    (await allBenchmarks()).some(({ ownMetrics }) => ownMetrics.has(name)),
  // HELM's annotators are our juries
  annotators: async (name) =>
    name.startsWith("helm.") || (await allBenchmarks()).some(({ ownAnnotators }) => ownAnnotators.has(name)),
  models: (name) => /^(?:baseline|judge|simple)\//.test(name),
};

async function imported({ entry }: PluginPlace, label: string): Promise<object> {
  try {
    const module: unknown = await import(pathToFileURL(entry).href);
    return Object(module);
  } catch (cause) {
    throw new UserError(`${label}: the plugin does not load: ${reasonOf(cause)}`, { cause });
  }
}

/** A changed plugin makes another run, so that no answer of the old code is reused. */
function withIngredient(made: DefinedBenchmark, version: Readonly<Record<string, string>>): DefinedBenchmark {
  return {
    ...made,
    settle: async (args, files) => {
      const run = await made.settle(args, files);
      return { ...run, identityParts: { ...run.identityParts, ...version } };
    },
  };
}

const CODE = /\.[cm]?[jt]s$/;

/** The hash of all code in the folder and of the data next to the entry. Results in folders below it do not count. */
function hashOf({ entry, folder }: PluginPlace): string {
  if (folder === undefined) return sha256Hex(readFileSync(entry));
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => relative(folder, join(file.parentPath, file.name)))
    .filter((name) => !/(?:^|\/)(?:node_modules\/|\.)/.test(name) && (CODE.test(name) || !name.includes("/")))
    .toSorted();
  return sha256Hex(files.map((name) => `${name} ${sha256Hex(readFileSync(join(folder, name)))}\n`).join(""));
}
