import type { Instance } from "../helm/instance.ts";
import type { MetricName } from "../helm/stats.ts";
import { UserError } from "../user-error.ts";
import { textIndex } from "../text/text-index.ts";
import { numberColumn } from "./number-column.ts";

/** Split, sub-split and perturbation of a stat (HELM's MetricContext). */
export type Context = Omit<MetricName, "name">;

export interface ContextGroup {
  readonly context: Context;
  /** Number of distinct instances (id and perturbation), independent of repeated requests. */
  readonly instances: number;
}

/**
 * The scored requests of one train trial, numbered 0, 1, 2, ... in request order. All metrics and both profiles share it, so each id is
 * held once: about 40 bytes for each instance, outside of the heap.
 */
export interface TrialInstances {
  readonly trial: number;
  /** Adds a request and returns its number. */
  add(instance: Instance): number;
  size(): number;
  idAt(index: number): string;
  /** Returns one shared object for all requests of a context. */
  contextAt(index: number): Context;
  /** The requests of one id in order: perturbed copies and repeated requests. */
  indexesOf(id: string): readonly number[];
  /** Whether it has no perturbed copy and no repeated instance. */
  isPlain(): boolean;
  /** Whether an instance was added twice with the same perturbation, or both times without one. */
  hasRepeats(): boolean;
  /** In order of first occurrence. */
  groups(): Iterable<ContextGroup>;
}

export function trialInstances(trial: number): TrialInstances {
  const ids = textIndex();
  const idNumberAt = numberColumn();
  const firstOfId = numberColumn();
  const repeated = new Map<number, number[]>();
  let size = 0;
  const contexts = new Map<string, { readonly context: Context; readonly index: number; instances: number }>();
  const contextList: Context[] = [];
  const contextIndexAt = numberColumn();
  let isPlain = true;
  let hasRepeats = false;

  function contextIndex(instance: Instance): { readonly index: number; instances: number } {
    const key = contextKey(instance);
    const known = contexts.get(key);
    if (known !== undefined) return known;
    const context = contextOf(instance);
    const added = { context, index: contextList.push(context) - 1, instances: 0 };
    contexts.set(key, added);
    return added;
  }

  function indexesOf(id: string): readonly number[] {
    const number = ids.find(id);
    return number === undefined ? [] : ofNumber(number);
  }
  const ofNumber = (number: number): readonly number[] => repeated.get(number) ?? [firstOfId.at(number)];

  return {
    trial,
    add(instance) {
      const known = ids.size();
      const number = ids.add(instanceId(instance));
      const group = contextIndex(instance);
      const others = number === known ? [] : ofNumber(number);
      if (!others.some((other) => contextIndexAt.at(other) === group.index)) group.instances++;
      const isSame = (other: number): boolean => isSamePerturbation(contextList[contextIndexAt.at(other)], instance);
      hasRepeats ||= others.some(isSame);
      const index = size++;
      idNumberAt.set(index, number);
      contextIndexAt.set(index, group.index);
      if (others.length === 0) firstOfId.set(number, index);
      else repeated.set(number, [...others, index]);
      if (others.length > 0 || instance.perturbation !== undefined) isPlain = false;
      return index;
    },
    size: () => size,
    idAt: (index) => (index < size ? ids.at(idNumberAt.at(index)) : ""),
    contextAt: (index) => contextList[contextIndexAt.at(index)] ?? {},
    indexesOf,
    isPlain: () => isPlain,
    hasRepeats: () => hasRepeats,
    groups: () => contexts.values(),
  };
}

/** Compares whole perturbations, since one name may have several variants: other seeds, other styles. */
export const isSamePerturbation = (
  one: Pick<Context, "perturbation"> | undefined,
  { perturbation }: Pick<Context, "perturbation">,
): boolean => one?.perturbation === perturbation || JSON.stringify(one?.perturbation) === JSON.stringify(perturbation);

export function contextOf({ split, sub_split, perturbation }: Context): Context {
  return {
    ...(split !== undefined && { split }),
    ...(sub_split !== undefined && { sub_split }),
    ...(perturbation !== undefined && { perturbation }),
  };
}

export function contextKey({ split, sub_split, perturbation }: Context): string {
  return JSON.stringify([split ?? null, sub_split ?? null, perturbation ?? null]);
}

function instanceId({ id }: Instance): string {
  if (id === undefined) {
    throw new UserError(
      "an instance in scenario_state.json has no id, so its stats cannot be distinguished from others",
    );
  }
  return id;
}
