import type { Instance, Perturbation } from "../../helm/instance.ts";
import type { RunSpec } from "../../helm/run-spec.ts";
import type { RequestState } from "../../helm/scenario-state.ts";
import type { PerInstanceStats } from "../../helm/stats.ts";
import { helmJson } from "../../helm/write-json.ts";
import { pythonRegExp, strip } from "../../metrics/python-text.ts";
import { fillMatcher, type ReleaseSchema } from "../schema/release-schema.ts";

/** The key of HELM's display files: one instance, perturbation and trial. */
const keyOf = (id: string, perturbation: Perturbation | undefined, trial: number): string =>
  JSON.stringify([id, perturbation ?? null, trial]);

export type DisplayStats = ReadonlyMap<string, Readonly<Record<string, number>>>;

/**
 * Collects the values for display_predictions.json: metric -> mean per (instance, perturbation, trial), for the metrics that
 * the run's groups show. It keeps only numbers in memory, no text.
 */
export async function displayStats(
  schema: ReleaseSchema,
  runSpec: RunSpec,
  records: AsyncIterable<PerInstanceStats> | Iterable<PerInstanceStats>,
): Promise<DisplayStats> {
  const names = shownMetrics(schema, runSpec.groups);
  const values = new Map<string, Record<string, number>>();
  for await (const { instance_id: id, perturbation, train_trial_index: trial, stats } of records) {
    const key = keyOf(id, perturbation, trial);
    const means = values.get(key) ?? {};
    values.set(key, means);
    for (const { name, mean } of stats) if (mean !== undefined && names.has(name.name)) means[name.name] = mean;
  }
  return values;
}

/** The metrics of the groups' metric groups, with names completed from each group's environment (run_display.py). */
function shownMetrics(schema: ReleaseSchema, groupNames: readonly string[]): Set<string> {
  const groups = schema.run_groups.filter((group) => groupNames.includes(group.name));
  return new Set(
    groups.flatMap((group) =>
      schema.metric_groups
        .filter((metricGroup) => group.metric_groups.includes(metricGroup.name))
        .flatMap((metricGroup) => metricGroup.metrics)
        .filter(({ perturbation_name: name }) => name === undefined || name === "__all__")
        .map((matcher) => fillMatcher(matcher, group.environment).name),
    ),
  );
}

type States = AsyncIterable<RequestState> | Iterable<RequestState>;

/** Writes instances.json: the distinct answered instances in request order. */
export async function* displayInstances(states: States): AsyncGenerator<Uint8Array> {
  yield* jsonList(distinctInstances(states));
}

async function* distinctInstances(states: States): AsyncGenerator<Instance> {
  const seen = new Set<string>();
  for await (const { instance, result } of states) {
    const key = JSON.stringify([instance.id ?? "", instance.perturbation ?? null]);
    if (result === undefined || seen.has(key)) continue;
    seen.add(key);
    yield instance;
  }
}

/** Writes display_requests.json. */
export async function* displayRequests(states: States): AsyncGenerator<Uint8Array> {
  yield* jsonList(mapAnswered(states, (state) => ({ ...displayKey(state), request: state.request })));
}

/** Writes display_predictions.json: the unchanged first completion, the option that it chose, and the values of `stats`. */
export async function* displayPredictions(
  states: States,
  stats: DisplayStats,
  mappingPattern: string | undefined,
): AsyncGenerator<Uint8Array> {
  const pattern = mappingPattern === undefined ? undefined : pythonRegExp(mappingPattern);
  yield* jsonList(mapAnswered(states, (state) => prediction(state, stats, pattern)));
}

function prediction(state: RequestState, stats: DisplayStats, pattern: RegExp | undefined): unknown {
  const { instance, output_mapping: mapping, reference_index, annotations, train_trial_index: trial } = state;
  const completion = state.result?.completions[0];
  const predicted = completion?.text ?? "";
  const found = pattern?.exec(predicted);
  const letter = pattern === undefined ? strip(predicted) : (found?.[1] ?? found?.[0]);
  return {
    ...displayKey(state),
    predicted_text: predicted,
    base64_images: [],
    mapped_output: letter === undefined ? undefined : mapping?.[letter],
    reference_index,
    stats: stats.get(keyOf(instance.id ?? "", instance.perturbation, trial)) ?? {},
    annotations,
    thinking_text: completion?.thinking?.text,
  };
}

const displayKey = ({ instance, train_trial_index }: RequestState) => ({
  instance_id: instance.id,
  perturbation: instance.perturbation,
  train_trial_index,
});

async function* mapAnswered(states: States, map: (state: RequestState) => unknown): AsyncGenerator {
  for await (const state of states) if (state.result !== undefined) yield map(state);
}

const encoder = new TextEncoder();

async function* jsonList(items: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  let separator = "[\n  ";
  for await (const item of items) {
    yield encoder.encode(separator + helmJson(item).replaceAll("\n", "\n  "));
    separator = ",\n  ";
  }
  yield encoder.encode(separator.startsWith("[") ? "[]" : "\n]");
}
