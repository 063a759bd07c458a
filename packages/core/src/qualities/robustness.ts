import { mean } from "../statistics/mean.ts";
import type { Change, Changes } from "./qualities.ts";

/** A request of an instance: the plain one, or one with a changed text; `trial` counts repeats. */
export interface Probe {
  readonly instance: string;
  readonly trial: number;
  readonly perturbation?: string;
  readonly score?: number;
  /** the answer in a form that can be compared, such as the chosen option; absent for free text */
  readonly answer?: string;
}

export interface Robustness extends Changes {
  /** the flips of repeats of the plain request: those that chance alone gives */
  readonly repeats?: NonNullable<Change["flips"]>;
}

/** Compares each changed request with the plain one of its instance. */
export function robustnessOf(probes: readonly Probe[]): Robustness {
  const plain = new Map(
    probes.flatMap((one) => (one.perturbation === undefined && one.trial === 0 ? [[one.instance, one] as const] : [])),
  );
  const changed = Map.groupBy(
    probes.filter(({ perturbation, trial }) => perturbation !== undefined && trial === 0),
    ({ perturbation = "" }) => perturbation,
  );
  const changes = [...changed].flatMap(([perturbation, some]) => changeOf(perturbation, some, plain));
  const repeated = probes.filter(({ perturbation, trial }) => perturbation === undefined && trial > 0);
  const repeats = flipsOf(repeated, plain);
  const all = overall(probes, plain, changes);
  return {
    changes,
    ...(all === undefined ? {} : { all }),
    ...(repeats === undefined ? {} : { repeats }),
  };
}

type ByInstance = ReadonlyMap<string, Probe>;

function changeOf(perturbation: string, changed: readonly Probe[], plain: ByInstance): Change[] {
  const pairs = changed.flatMap((one) => {
    const before = plain.get(one.instance)?.score;
    return before === undefined || one.score === undefined ? [] : [[before, one.score] as const];
  });
  if (pairs.length === 0) return [];
  const flips = flipsOf(changed, plain);
  return [
    {
      perturbation,
      instances: pairs.length,
      plain: mean(pairs.map(([before]) => before)),
      changed: mean(pairs.map(([, after]) => after)),
      worst: mean(pairs.map((pair) => Math.min(...pair))),
      ...(flips === undefined ? {} : { flips }),
    },
  ];
}

function flipsOf(others: readonly Probe[], plain: ByInstance): Change["flips"] {
  const differs = others.flatMap(({ instance, answer }) => {
    const before = plain.get(instance)?.answer;
    return before === undefined || answer === undefined ? [] : [before !== answer];
  });
  return differs.length === 0
    ? undefined
    : { share: differs.filter(Boolean).length / differs.length, of: differs.length };
}

function overall(probes: readonly Probe[], plain: ByInstance, changes: readonly Change[]): Robustness["all"] {
  if (changes.length === 0) return undefined;
  const lowest = new Map<string, number>();
  for (const { instance, score, trial, perturbation } of probes) {
    const before = plain.get(instance)?.score;
    if (perturbation === undefined || trial > 0 || score === undefined || before === undefined) continue;
    lowest.set(instance, Math.min(lowest.get(instance) ?? before, score));
  }
  const means = changes.map(({ changed, plain: before }) => changed - before);
  return {
    instances: lowest.size,
    plain: mean([...lowest.keys()].flatMap((instance) => plain.get(instance)?.score ?? [])),
    worst: mean([...lowest.values()]),
    spread: Math.max(0, ...means) - Math.min(0, ...means),
  };
}
