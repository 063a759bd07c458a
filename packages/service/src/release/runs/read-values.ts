import type { RequestState } from "@medhelm/core/helm/scenario-state";
import { parseInstanceStats } from "@medhelm/core/helm/parse-instance-stats";
import { MetricName, PerInstanceStats, Stat } from "@medhelm/core/helm/stats";
import { annotationReader } from "@medhelm/core/judge/annotation-reader";
import { type AnnotatedVerdicts, annotationTally } from "@medhelm/core/judge/annotation-tally";
import { ofExample } from "@medhelm/core/metrics/metric";
import type { ObjectStore } from "@medhelm/core/ports";
import type { ShownMetric } from "@medhelm/core/release/leaderboard/leaderboard-runs";
import type { LoadedRun } from "@medhelm/core/release/runs/loaded-run";
import type { Scores } from "@medhelm/core/release/runs/scores";
import type { Profile } from "@medhelm/core/run/profile";
import type { RowGroups } from "@medhelm/core/scoring/row-groups";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { rowFacts, rowKey } from "./row-facts.ts";
import type { ReadLabels } from "./row-labels.ts";
import { storedElements } from "./stored-elements.ts";

type Row = Scores["rows"][number];
type FileKeys = (file: string) => string;

/** The files of per-instance stats, in the order in which they are read. */
export const STATS = { helm: "per_instance_stats.json", corrected: "corrected/per_instance_stats.json" } as const;
export const PROFILES = ["helm", "corrected"] as const;
export const STATES = "scenario_state.json";

/** The number of values behind the mean of a metric, by profile. Absent: the file is missing or damaged. */
export type ValueCounts = Partial<Record<Profile, number>>;

/** The values of one metric in per-instance stats. */
export interface StatsValues {
  readonly counts: ValueCounts;
  /** the profiles that have a file, in the order of each row's values */
  readonly profiles: readonly Profile[];
  readonly rows: readonly Row[];
  /** the damage of a file, because of which the rows are not used */
  readonly damage?: { readonly file: string; readonly how: string };
}

/** A reader of the same requests for another purpose. */
export interface StatesReader {
  readonly add: (element: unknown) => void;
  /** Called at the end of a file without damage. */
  readonly end: () => void;
}

/** Reads one metric from the elements of a run's large files. The elements may serve other readers, too. */
export interface ValueReader {
  /** Begins the stats of a profile. */
  readonly begin: (profile: Profile) => StatsReader;
  /** @param parsed the element, if another reader has parsed it */
  readonly state: (element: unknown, parsed?: RequestState) => void;
  readonly values: () => StatsValues;
  /** The verdicts of the judges; undefined without a jury. */
  readonly verdicts: () => AnnotatedVerdicts | undefined;
  /** Adds what the requests say: the hash of the input, cluster, stratum, labels and the judges' scores. */
  readonly withFacts: (scores: Scores) => Scores;
}

export interface StatsReader {
  /** @param parsed the element, if another reader has parsed it */
  readonly add: (element: unknown, parsed?: PerInstanceStats) => void;
  /** @param damage of the file, at which reading stopped */
  readonly end: (damage?: string) => void;
}

/** @param readLabels absent: the rows have no labels */
export function valueReader(
  run: LoadedRun,
  { metric, groups }: { readonly metric: ShownMetric; readonly groups: RowGroups },
  readLabels?: ReadLabels,
): ValueReader {
  const rows = new Map<string, Row>();
  const profiles: Profile[] = [];
  const counts: ValueCounts = {};
  const annotations = annotationReader(run.runSpec);
  const facts = rowFacts({ run, groups, annotations, readLabels });
  const tally = annotationTally(annotations);
  let damage: StatsValues["damage"];
  return {
    begin(profile) {
      const file = STATS[profile];
      const column = columnReader(metric, rows, profiles.length);
      const counter = countReader(metric);
      return {
        add(element, parsed) {
          const data = parsed ?? parseInstanceStats(element);
          if (damage === undefined && !column.add(data ?? Values.safeParse(element).data))
            damage = { file, how: "has another layout" };
          counter.add(data ?? Counts.safeParse(element).data);
        },
        end(how) {
          if (how !== undefined) damage ??= { file, how };
          const count = how === undefined ? counter.count() : undefined;
          if (count !== undefined) counts[profile] = count;
          column.end();
          profiles.push(profile);
        },
      };
    },
    state(element, parsed) {
      facts.add(element, parsed);
      tally.add(element);
    },
    verdicts: tally.found,
    values: () => ({ counts, profiles, rows: [...rows.values()], ...(damage === undefined ? {} : { damage }) }),
    withFacts: facts.withFacts,
  };
}

/** Lets the reader read the stats of all profiles that the run has. */
export async function readStats(objects: ObjectStore, keyOf: FileKeys, reader: ValueReader): Promise<void> {
  for (const profile of PROFILES) {
    const key = keyOf(STATS[profile]);
    if ((await objects.head(key)) === undefined) continue;
    const stats = reader.begin(profile);
    stats.end(await damageOf(storedElements(objects, key), (element) => stats.add(element)));
  }
}

/**
 * Lets the reader read the instances.
 * @returns whether the run has a readable scenario_state.json
 */
export async function readStates(
  objects: ObjectStore,
  keyOf: FileKeys,
  reader: Pick<ValueReader, "state">,
  other?: StatesReader,
): Promise<boolean> {
  const key = keyOf(STATES);
  if ((await objects.head(key)) === undefined) return false;
  const elements = storedElements(objects, key, "request_states");
  const damage = await damageOf(elements, (element) => {
    reader.state(element);
    other?.add(element);
  });
  if (damage === undefined) other?.end();
  return damage === undefined;
}

async function damageOf(
  elements: AsyncIterable<unknown>,
  add: (element: unknown) => void,
): Promise<string | undefined> {
  try {
    for await (const element of elements) add(element);
  } catch (error) {
    if (error instanceof UserError) return "is damaged";
    throw error;
  }
  return undefined;
}

/** HELM may write a value that no JSON number holds, such as Infinity, so only the mean is read. */
const Values = PerInstanceStats.extend({
  stats: z.array(z.object({ name: MetricName, mean: z.number().optional().catch(undefined) })),
});
type Values = z.infer<typeof Values>;

/** Adds the values of one file to the rows. HELM's tables show exact_match in place of a missing quasi_exact_match (findStat). */
function columnReader({ name, split }: ShownMetric, rows: Map<string, Row>, column: number) {
  const names = name === "quasi_exact_match" ? [name, "exact_match"] : [name];
  const found = new Map(names.map((one) => [one, new Map<Row, number>()]));
  const rowOf = ({ instance_id: id, train_trial_index: trial }: Values): Row => {
    const row = rows.get(rowKey(id, trial)) ?? { id, trial, values: Array<null>(column).fill(null) };
    rows.set(rowKey(id, trial), row);
    return row;
  };
  return {
    /** Returns false for a record of another layout. */
    add(record: Values | undefined): boolean {
      if (record === undefined) return false;
      const means = meansOn(split, record);
      if (means.size === 0) return true;
      const row = rowOf(record);
      for (const [one, values] of found) {
        const value = means.get(one) ?? means.get(ofExample(one));
        if (value !== undefined) values.set(row, value);
      }
      return true;
    },
    end(): void {
      const shown = [...found.values()].find((values) => values.size > 0);
      for (const row of rows.values()) row.values[column] = shown?.get(row) ?? null;
    },
  };
}

/** The means of an unperturbed instance by metric. Empty: the record is of another split or perturbed. */
const meansOn = (split: string, { perturbation, stats }: Values): Map<string, number | undefined> =>
  new Map(
    stats.flatMap(({ name, mean }) =>
      perturbation === undefined && name.perturbation === undefined && name.split === split
        ? [[name.name, mean] as const]
        : [],
    ),
  );

/** HELM may write a value that no JSON number holds, such as Infinity, so only the counts are read. */
const Counts = PerInstanceStats.extend({ stats: z.array(Stat.pick({ name: true, count: true })) });
type Counts = z.infer<typeof Counts>;

/** Counts each instance and trial once, because two metric classes may compute the same metric. */
function countReader(metric: ShownMetric) {
  const counted = new Map<string, Set<string>>();
  let isReadable = true;
  return {
    add(record: Counts | undefined): void {
      if (record === undefined) isReadable = false;
      else
        for (const name of countedNames(record, metric)) {
          const values = counted.get(name) ?? new Set();
          counted.set(name, values.add(rowKey(record.instance_id, record.train_trial_index)));
        }
    },
    /** Undefined: the file has another layout. */
    count: (): number | undefined =>
      isReadable ? ((counted.get(metric.name) ?? counted.get("exact_match"))?.size ?? 0) : undefined,
  };
}

function countedNames({ perturbation, stats }: Counts, { name: wanted, split }: ShownMetric): string[] {
  if (perturbation !== undefined) return [];
  return stats.flatMap(({ name, count }) =>
    count > 0 && name.split === split && name.perturbation === undefined && isWanted(name.name, wanted)
      ? [name.name]
      : [],
  );
}

/** HELM's tables show exact_match in place of a missing quasi_exact_match (findStat). */
const isWanted = (name: string, wanted: string): boolean =>
  name === wanted || (wanted === "quasi_exact_match" && name === "exact_match");
