import { byCodePoint } from "../../text/code-points.ts";
import { CORRECT_TAG, type Instance } from "../../helm/instance.ts";
import type { AdapterSpec } from "../../helm/run-spec.ts";
import { type InstanceList, isPacked, pickInstances } from "./instance-list.ts";
import { permutation } from "../../random/numpy.ts";
import { type PythonRandom, pythonRandom } from "../../random/python.ts";

const EVAL_SPLITS = ["valid", "test"];

export interface SelectedInstances {
  readonly train: InstanceList;
  /** In the order of the requests. */
  readonly evaluation: InstanceList;
}

/** Numbers all instances by position if any of them has no id (helm/benchmark/scenarios/scenario.py with_instance_ids). */
function withIds(instances: InstanceList): InstanceList {
  if (isPacked(instances)) return instances; // `InstanceStream` promises ids
  const list = [...instances];
  if (list.every((instance) => instance.id !== undefined)) return list;
  return list.map((instance, index) => ({ ...instance, id: `id${index}` }));
}

/**
 * Splits loaded instances into train and evaluation instances, and samples max_eval_instances of the latter with numpy's
 * RandomState(0) (helm/benchmark/adaptation and runner.py downsample_eval_instances). A larger sample starts with the instances of a
 * smaller one.
 *
 * Unlike in HELM, eval_splits also applies without max_eval_instances. HELM's own runs always set both.
 */
export function selectInstances(loaded: InstanceList, adapterSpec: AdapterSpec): SelectedInstances {
  const splits = adapterSpec.eval_splits ?? EVAL_SPLITS;
  const instances = withIds(loaded);
  const train: number[] = [];
  const all: number[] = [];
  for (let index = 0; index < instances.length; index++) {
    const split = isPacked(instances) ? instances.splitAt(index) : instances.at(index)?.split;
    if (split === "train") train.push(index);
    if (split !== undefined && splits.includes(split)) all.push(index);
  }
  const max = adapterSpec.max_eval_instances;
  const chosen = max === undefined || all.length <= max ? all : permutation(all.length).slice(0, max);
  const evaluation = chosen === all ? all : chosen.flatMap((place) => all[place] ?? []);
  return {
    train: pickInstances(instances, Uint32Array.from(train)),
    evaluation: pickInstances(instances, Uint32Array.from(evaluation)),
  };
}

function append<K, V>(lists: Map<K, V[]>, key: K, item: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

/** Orders labels by their number of examples, the most frequent first. Labels with equal counts are in random order. */
function labelOrder(byLabel: ReadonlyMap<string, readonly Instance[]>, random: PythonRandom): string[] {
  const byCount = new Map<number, string[]>();
  for (const label of [...byLabel.keys()].toSorted(byCodePoint)) {
    const count = byLabel.get(label)?.length ?? 0;
    append(byCount, count, label);
  }
  return [...byCount.keys()].toSorted((a, b) => b - a).flatMap((count) => random.shuffle(byCount.get(count) ?? []));
}

/**
 * Returns the examples of one train trial; all its instances share them. The examples alternate between the labels, starting with the
 * most frequent one. Unlabelled examples follow when all labelled ones are used. HELM loops forever in that case.
 * With `sampleTrain` false, each trial takes the next `max` instances of the list.
 * Source: helm/benchmark/adaptation/adapters/in_context_learning_adapter.py sample_examples.
 */
export function sampleExamples(
  train: readonly Instance[],
  max: number,
  trial: number,
  sampleTrain: boolean,
): readonly Instance[] {
  const wanted = Math.min(train.length, max);
  if (wanted === 0) return [];
  if (!sampleTrain) return train.slice(wanted * trial, wanted * (trial + 1));

  const random = pythonRandom(trial);
  const byLabel = new Map<string, Instance[]>();
  const unlabelled: Instance[] = [];
  for (const instance of train) {
    const label = instance.references.find(({ tags }) => tags.includes(CORRECT_TAG))?.output.text;
    if (label === undefined) unlabelled.push(instance);
    else append(byLabel, label, instance);
  }

  const order = labelOrder(byLabel, random);
  const examples: Instance[] = [];
  let left = train.length - unlabelled.length;
  for (let turn = 0; examples.length < wanted && left > 0; turn += 1) {
    const label = order[turn % order.length];
    // HELM: an empty label ends the sampling, because Python's `not ""` is true.
    if (label === undefined || label === "") break;
    const instances = byLabel.get(label) ?? [];
    if (instances.length === 0) continue;
    examples.push(...instances.splice(random.randrange(instances.length), 1));
    left -= 1;
  }
  const rest = Math.min(wanted - examples.length, unlabelled.length);
  return [...examples, ...random.sample(unlabelled, rest)];
}
