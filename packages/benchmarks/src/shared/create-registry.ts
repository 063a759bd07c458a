import type { RunSpec } from "@medhelm/core/helm/run-spec";
import { judgesOf } from "@medhelm/core/judge/jury-spec";
import type { FindMetric, MetricRegistry } from "@medhelm/core/metrics/metric";
import type { FindAnnotator } from "@medhelm/core/run/annotator";
import type { Card } from "@medhelm/core/run/card";
import { nearNames } from "@medhelm/core/text/near-names";
import { UserError } from "@medhelm/core/user-error";
import type { DefinedBenchmark } from "../define.ts";
import { ownMetric } from "./own-metric.ts";

/** A benchmark's line in the registry. */
export interface RegistryLine {
  /** The card's name. */
  readonly name: string;
  /** Other names that a run entry may use: the definition's `aliases`. The line repeats them so that a look-up loads one folder only. */
  readonly aliases?: readonly string[];
  /** HELM's scenario class, for a benchmark whose users name their runs: the look-up finds these runs by it. */
  readonly scenarioClass?: string;
  readonly load: () => Promise<{ readonly default: DefinedBenchmark | NamedByUser }>;
}

/** A benchmark whose users choose the name. The name must not be in this registry already. */
export type NamedByUser = (isTaken: (name: string) => boolean) => DefinedBenchmark;

/** Everything that is derived from the lines. A folder is loaded when it is needed. */
export interface BenchmarkRegistry {
  /** The main names, in the order of the lines. */
  readonly benchmarkNames: readonly string[];
  /** Whether a benchmark has this name, main name or alias. */
  isBenchmarkName(name: string): boolean;
  /** @throws UserError that lists similar names if there is no benchmark of this name */
  findBenchmark(name: string): Promise<DefinedBenchmark>;
  /** The benchmark with this main name, or undefined. Loads one folder. */
  knownBenchmark(name: string): Promise<Pick<DefinedBenchmark, "card" | "size"> | undefined>;
  /** Loads every folder. */
  allBenchmarks(): Promise<DefinedBenchmark[]>;
  /** Loads every folder. */
  allCards(): Promise<Card[]>;
  readonly metricFor: FindMetric;
  readonly annotatorFor: FindAnnotator;
}

export function createRegistry(lines: readonly RegistryLine[]): BenchmarkRegistry {
  const byName = new Map(lines.flatMap((line) => [line.name, ...(line.aliases ?? [])].map((name) => [name, line])));
  const isBenchmarkName = (name: string): boolean => byName.has(name);
  const loaded = async ({ name, aliases = [], scenarioClass, load }: RegistryLine): Promise<DefinedBenchmark> => {
    const { default: made } = await load();
    const benchmark = typeof made === "function" ? made(isBenchmarkName) : made;
    if (benchmark.names.join() !== [name, ...aliases].join())
      throw new Error(`registry.ts: the line of "${name}" must list the names ${benchmark.names.join(", ")}`);
    if (scenarioClass !== undefined && scenarioClass !== benchmark.scenarioClass)
      throw new Error(`registry.ts: the line of "${name}" must have the scenario class ${benchmark.scenarioClass}`);
    return benchmark;
  };
  const allBenchmarks = () => Promise.all(lines.map(loaded));

  /** Loads one folder if the run's name starts with a benchmark's name, or if a line has its scenario class. Otherwise it loads all. */
  async function benchmarkOf(run: Pick<RunSpec, "name" | "scenario_spec">): Promise<DefinedBenchmark | undefined> {
    const isOf = ({ scenarioClass }: DefinedBenchmark): boolean => scenarioClass === run.scenario_spec.class_name;
    const line =
      byName.get(run.name.split(/[:,]/, 1)[0] ?? "") ??
      lines.find(({ scenarioClass }) => scenarioClass === run.scenario_spec.class_name);
    const named = line === undefined ? undefined : await loaded(line);
    return named !== undefined && isOf(named) ? named : (await allBenchmarks()).find(isOf);
  }

  return {
    benchmarkNames: lines.map(({ name }) => name),
    isBenchmarkName,
    findBenchmark: async (name) => {
      const line = byName.get(name);
      if (line !== undefined) return loaded(line);
      const near = nearNames(name, [...byName.keys()]);
      throw new UserError(
        `unknown benchmark "${name}"; ${near.length > 0 ? `did you mean ${near.join(" or ")}?` : `the known ones are ${[...byName.keys()].join(", ")}`}`,
      );
    },
    knownBenchmark: async (name) => {
      const line = lines.find((one) => one.name === name);
      return line === undefined ? undefined : loaded(line);
    },
    allBenchmarks,
    allCards: async () => (await allBenchmarks()).map(({ card }) => card),
    metricFor: async (className, run) => {
      const benchmark = await benchmarkOf(run);
      const own = (benchmark && (await ownMetric(benchmark, className))) ?? (await coreMetric(className));
      return own ?? firstOf(await allBenchmarks(), ({ ownMetrics }) => ownMetrics.get(className));
    },
    annotatorFor: async (spec, run) => {
      const own = (await benchmarkOf(run))?.ownAnnotators.get(spec.class_name);
      if (own !== undefined || judgesOf(spec).length > 0) return own;
      return firstOf(await allBenchmarks(), ({ ownAnnotators }) => ownAnnotators.get(spec.class_name));
    },
  };
}

/** Their readers of replies take longer to load than the rest of a command, so a run that starts does not load them. */
const coreMetric: (...name: Parameters<MetricRegistry>) => Promise<ReturnType<MetricRegistry>> = async (className) =>
  (await import("@medhelm/core/metrics/registry")).coreMetrics(className);

function firstOf<T, U>(items: readonly T[], find: (item: T) => U | undefined): U | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
