import { stat } from "../helm/stat.ts";
import type { MetricName, PerInstanceStats, Stat } from "../helm/stats.ts";
import type { Measurement } from "../metrics/metric.ts";
import { measurementTable } from "./measurement-table.ts";
import { type StatSums, statSums } from "./stat-sums.ts";
import { type Context, contextKey, type TrialInstances } from "./trial-instances.ts";

/** One metric's measurements in one trial, built on demand as records of per_instance_stats.json. */
export interface TrialRecords {
  /** Adds the measurements of the request with this index. Call it in request order. */
  add(index: number, measurements: readonly Measurement[]): void;
  /** The sums over all records, in request order. */
  readonly sums: Pick<StatSums, "values" | "measured">;
  at(index: number): PerInstanceStats | undefined;
  /** Builds all records in request order at each call. */
  all(): Generator<PerInstanceStats>;
  /** Whether each instance has one record and no perturbed copy. */
  isPlain(): boolean;
  /** Builds the records of one instance and its perturbed copies, in request order. */
  ofId(id: string): readonly PerInstanceStats[];
  /** The contexts with records, in order of first occurrence. */
  contexts(): Iterable<Context>;
  /** The records of one of `contexts()`. */
  inContext(context: Context): Generator<PerInstanceStats>;
  statIn(context: Context, name: string, value: Measurement["value"]): Stat;
}

/** Bounds the memory for metrics whose values seldom repeat. */
const MAX_SHARED_VALUES = 64;

/** Shares one object for each name, which speeds up statSums, and one for each value: most stats of a run are 0 or 1. */
interface NamedStats {
  readonly name: MetricName;
  readonly byValue: Map<Measurement["value"], Stat>;
}

export function trialRecords(trial: TrialInstances): TrialRecords {
  const values = measurementTable();
  const sums = statSums();
  const named = new Map<string, Map<string, NamedStats>>();
  const namedOf = new Map<Context, Map<string, NamedStats>>();

  function namesIn(context: Context): Map<string, NamedStats> {
    const known = namedOf.get(context);
    if (known !== undefined) return known;
    const key = contextKey(context);
    const names = named.get(key) ?? new Map<string, NamedStats>();
    named.set(key, names);
    namedOf.set(context, names);
    return names;
  }

  function namedIn(context: Context, name: string): NamedStats {
    const names = namesIn(context);
    const known = names.get(name);
    if (known !== undefined) return known;
    const added = { name: { name, ...context }, byValue: new Map<Measurement["value"], Stat>() };
    names.set(name, added);
    return added;
  }

  function statIn(context: Context, name: string, value: Measurement["value"]): Stat {
    const ofName = namedIn(context, name);
    const one = ofName.byValue.get(value) ?? stat(ofName.name, value);
    if (ofName.byValue.size < MAX_SHARED_VALUES) ofName.byValue.set(value, one);
    return one;
  }

  function has(index: number): boolean {
    return values.shapeOf(index).length > 0;
  }

  function at(index: number): PerInstanceStats | undefined {
    const shape = values.shapeOf(index);
    if (shape.length === 0) return undefined;
    const context = trial.contextAt(index);
    const { perturbation } = context;
    return {
      instance_id: trial.idAt(index),
      ...(perturbation && { perturbation }),
      train_trial_index: trial.trial,
      stats: shape.map(({ name, column }) => statIn(context, name, column?.at(index))),
    };
  }

  function* all(): Generator<PerInstanceStats> {
    for (let index = 0; index < trial.size(); index++) {
      const record = at(index);
      if (record !== undefined) yield record;
    }
  }

  return {
    add(index, measurements) {
      values.set(index, measurements);
      const context = trial.contextAt(index);
      for (const { name, column } of values.shapeOf(index))
        sums.addValue(namedIn(context, name).name, column?.at(index));
    },
    sums,
    at,
    all,
    isPlain() {
      if (trial.isPlain()) return true;
      for (let index = 0; index < trial.size(); index++) {
        if (!has(index)) continue;
        if (trial.contextAt(index).perturbation !== undefined) return false;
        if (trial.indexesOf(trial.idAt(index)).filter(has).length > 1) return false;
      }
      return true;
    },
    ofId: (id) =>
      trial.indexesOf(id).flatMap((index) => {
        const record = at(index);
        return record === undefined ? [] : [record];
      }),
    contexts() {
      const seen = new Set<Context>();
      for (let index = 0; index < trial.size(); index++) if (has(index)) seen.add(trial.contextAt(index));
      return seen;
    },
    *inContext(context) {
      for (let index = 0; index < trial.size(); index++) {
        const record = trial.contextAt(index) === context ? at(index) : undefined;
        if (record !== undefined) yield record;
      }
    },
    statIn,
  };
}
