import { addInto, mergeInto, metricNameKey, type Moments, statFromMoments } from "../helm/stat.ts";
import type { MetricName, Stat } from "../helm/stats.ts";

/** Sums by metric name in order of first occurrence, like HELM's dictionary from MetricName to Stat. */
export interface StatSums {
  add(one: Stat): void;
  /** add(stat(name, value)) */
  addValue(name: MetricName, value: number | undefined): void;
  values(): Stat[];
  /** Those with a value, in order of their first value. */
  measured(): Stat[];
}

interface Slot extends Moments {
  readonly name: MetricName;
}

/** Bounds the memory when every name is a separate object, as in worst cases over perturbations. */
const MAX_OBJECTS = 10_000;

/** Finds a name by object identity first, since building its key costs more than the sum. */
export function statSums(): StatSums {
  const slots: Slot[] = [];
  const measured: Slot[] = [];
  const byObject = new Map<MetricName, Slot>();
  const byKey = new Map<string, Slot>();

  function slotOf(name: MetricName): Slot {
    const known = byObject.get(name);
    if (known !== undefined) return known;
    const key = metricNameKey(name);
    const slot = byKey.get(key) ?? { name, count: 0, sum: 0, sum_squared: 0, min: undefined, max: undefined };
    if (!byKey.has(key)) slots.push(slot);
    if (byObject.size < MAX_OBJECTS) byObject.set(name, slot);
    byKey.set(key, slot);
    return slot;
  }

  function measuring(name: MetricName, count: number): Slot {
    const slot = slotOf(name);
    if (slot.count === 0 && count > 0) measured.push(slot);
    return slot;
  }

  const statOf = (slot: Slot): Stat => statFromMoments(slot.name, slot);
  return {
    add: (one) => mergeInto(measuring(one.name, one.count), one),
    addValue(name, value) {
      if (value === undefined) slotOf(name);
      else addInto(measuring(name, 1), value);
    },
    values: () => slots.map(statOf),
    measured: () => measured.map(statOf),
  };
}
