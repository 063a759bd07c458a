/** The fields of HELM's files that depend on the clock. contentSha256 and all comparisons of two executions ignore them. */
export const VOLATILE_RESULT_FIELDS = ["request_time", "request_datetime", "cached", "batch_request_time"] as const;

/** Stats that are computed from those fields, for any split, perturbation and trial. */
export const VOLATILE_STATS = ["inference_runtime", "inference_denoised_runtime"] as const;

/** True if wall-clock fields determine the stat, so that it differs between two equal runs. */
export function isVolatileStat(name: string): boolean {
  return VOLATILE_STATS.some((volatile) => volatile === name);
}

type Fields = Readonly<Record<string, unknown>>;

/** Plain checks instead of schemas: this runs for every stat of every instance. Unknown shapes are hashed unchanged. */
function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Removes the fields that depend on the clock from the parsed JSON of a run's file.
 * `file` is its path in the run folder, e.g. "corrected/stats.json". Files without such fields are returned unchanged.
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

/** Strips one element of scenario_state.json's request_states, so that the file can be processed as a stream. */
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
