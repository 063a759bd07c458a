import type { AdapterSpec, ObjectSpec } from "../../helm/run-spec.ts";
import type { LoadedRun } from "../runs/loaded-run.ts";
import type { ReleaseSchema, RunGroup } from "../schema/release-schema.ts";

export interface AdapterRuns {
  readonly adapterSpec: AdapterSpec;
  readonly runs: readonly LoadedRun[];
}
export interface ScenarioRuns {
  readonly scenarioSpec: ObjectSpec;
  readonly adapters: readonly AdapterRuns[];
}
/** The runs by group, adapter and scenario, each in the order of loading (summarize.py: group_runs). */
export interface GroupedRuns {
  adapters(group: string): readonly AdapterRuns[];
  scenarios(group: string): readonly ScenarioRuns[];
}

/** Sorts runs by the groups of their run specs, then by adapter and scenario. */
export function groupRuns(runs: readonly LoadedRun[]): GroupedRuns {
  const byGroup = new Map<string, LoadedRun[]>();
  for (const run of runs) for (const group of run.runSpec.groups) push(byGroup, group, run);
  return {
    adapters: cached((group) => byAdapter(byGroup.get(group) ?? [])),
    scenarios: cached((group) =>
      [...keyed(byGroup.get(group) ?? [], (run) => JSON.stringify(run.runSpec.scenario_spec)).values()].map(
        (items) => ({
          scenarioSpec: items[0].runSpec.scenario_spec,
          adapters: byAdapter(items),
        }),
      ),
    ),
  };
}

/** Computes once per group: every group above a group asks for it. */
function cached<T>(compute: (group: string) => T): (group: string) => T {
  const results = new Map<string, T>();
  return (group) => {
    const known = results.get(group);
    if (known !== undefined) return known;
    const result = compute(group);
    results.set(group, result);
    return result;
  };
}

function byAdapter(runs: readonly LoadedRun[]): AdapterRuns[] {
  return [...keyed(runs, (run) => JSON.stringify(run.runSpec.adapter_spec)).values()].map((items) => ({
    adapterSpec: items[0].runSpec.adapter_spec,
    runs: items,
  }));
}

type NonEmpty<T> = [T, ...T[]];

function keyed<T>(items: readonly T[], key: (item: T) => string): Map<string, NonEmpty<T>> {
  const map = new Map<string, NonEmpty<T>>();
  for (const item of items) {
    const name = key(item);
    const list = map.get(name);
    if (list === undefined) map.set(name, [item]);
    else list.push(item);
  }
  return map;
}

function push<T>(map: Map<string, T[]>, key: string, item: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [item]);
  else list.push(item);
}

/** The runs that `group` may show (summarize.py: filter_runs_by_visibility). Groups that are not in the schema have no effect. */
export function visibleRuns(schema: ReleaseSchema, runs: readonly LoadedRun[], group: RunGroup): LoadedRun[] {
  const visibility = visibilities(schema);
  return runs.filter((run) => {
    let isShown = group.visibility !== "this_group_only";
    for (const name of run.runSpec.groups) {
      const visible = visibility.get(name);
      if (visible === "no_groups") return false;
      if (visible === "this_group_only") {
        if (name === group.name) return true;
        isShown = false;
      }
    }
    return isShown;
  });
}

const known = new WeakMap<ReleaseSchema, ReadonlyMap<string, RunGroup["visibility"]>>();

/** Made once per schema, because `visibleRuns` is called for every adapter of every group. */
function visibilities(schema: ReleaseSchema): ReadonlyMap<string, RunGroup["visibility"]> {
  const found = known.get(schema) ?? new Map(schema.run_groups.map((item) => [item.name, item.visibility]));
  known.set(schema, found);
  return found;
}
