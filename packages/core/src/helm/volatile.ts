/** The one list of what a clock decides in HELM's files: left out of contentSha256 and of every comparison of two executions. */
export const VOLATILE_RESULT_FIELDS = ["request_time", "request_datetime", "cached", "batch_request_time"] as const;

/** Stats (of any split, perturbation and trial) that are made of those fields. */
export const VOLATILE_STATS = ["inference_runtime", "inference_denoised_runtime"] as const;

export function isVolatileStat(name: string): boolean {
  return VOLATILE_STATS.some((volatile) => volatile === name);
}

type Fields = Readonly<Record<string, unknown>>;

/** Plain checks, not schemas: this runs for every stat of every instance, and what fits nothing is hashed as it is. */
function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The parsed JSON of a run's file without what a clock decides. `file`: its path in the run folder, e.g. "corrected/stats.json";
 * files without times come back as they are.
 */
export function stripVolatile(file: string, json: unknown): unknown {
  if (file === "scenario_state.json")
    return mapField(json, "request_states", (states) => mapElements(states, stripStateElement));
  if (file.endsWith("per_instance_stats.json"))
    return mapElements(json, (one) => mapField(one, "stats", stripStatList));
  if (file.endsWith("stats.json")) return stripStatList(json);
  if (!/^pages\/\d+\.json$/.test(file)) return json;
  return mapField(json, "instances", (instances) => mapElements(instances, stripInstance));
}

/** The same for one element of a file that is never whole in memory: of scenario_state.json's request_states. */
export function stripStateElement(state: unknown): unknown {
  return mapField(state, "result", (result) => omit(result, VOLATILE_RESULT_FIELDS));
}

function stripInstance(instance: unknown): unknown {
  return mapField(mapField(instance, "stats", stripValues), "corrected", stripValues);
}

function stripValues(values: unknown): unknown {
  return omit(values, VOLATILE_STATS);
}

function stripStatList(stats: unknown): unknown {
  return Array.isArray(stats) ? stats.filter((stat: unknown) => !isVolatileStat(nameOf(stat))) : stats;
}

function nameOf(stat: unknown): string {
  const name = isFields(stat) && isFields(stat["name"]) ? stat["name"]["name"] : undefined;
  return typeof name === "string" ? name : "";
}

function mapField(value: unknown, key: string, change: (field: unknown) => unknown): unknown {
  return isFields(value) && key in value ? { ...value, [key]: change(value[key]) } : value;
}

function mapElements(value: unknown, change: (element: unknown) => unknown): unknown {
  return Array.isArray(value) ? value.map(change) : value;
}

function omit(value: unknown, keys: readonly string[]): unknown {
  return isFields(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key))) : value;
}
