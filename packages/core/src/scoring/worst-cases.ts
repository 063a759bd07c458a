import type { Perturbation } from "../helm/instance.ts";
import { addValue, mergeStats, metricNameKey, renameStat, stat } from "../helm/stat.ts";
import type { MetricName, Stat } from "../helm/stats.ts";
import { turns } from "../run/turns.ts";
import { statSums } from "./stat-sums.ts";
import type { TrialRecords } from "./trial-records.ts";

const ROBUSTNESS: Perturbation = { name: "robustness", robustness: true, fairness: false };
const FAIRNESS: Perturbation = { name: "fairness", robustness: false, fairness: true };

/**
 * Sums, over instances, each metric's minimum over the original and its perturbed copies: all robustness copies, all fairness copies, and
 * each perturbation separately (compute_worst_case_metrics of helm/benchmark/metrics/metric.py).
 * HELM: the original belongs to both groups, so every metric gets a "robustness" and a "fairness" stat even without perturbations.
 * HELM uses the minimum even where lower is better.
 */
export async function worstCases(records: Pick<TrialRecords, "all" | "isPlain" | "ofId" | "sums">): Promise<Stat[]> {
  if (records.isPlain()) return ofUnperturbed(records.sums.measured());
  const sums = statSums();
  const turn = turns();
  for (const group of groupsOf(records)) {
    for (const one of ofGroup(group)) sums.add(one);
    const turning = turn();
    if (turning !== undefined) await turning;
  }
  return sums.values();
}

/** The common case without perturbations: each instance is its own worst case. */
const ofUnperturbed = (sums: readonly Stat[]): Stat[] =>
  sums.flatMap((sum) => [ROBUSTNESS, FAIRNESS].map((kind) => renameStat(sum, worstName(sum.name, kind))));

function worstName(name: MetricName, perturbation: Perturbation): MetricName {
  return { ...name, perturbation: { ...perturbation, computed_on: "worst" } };
}

/**
 * Groups the stats of an instance and its perturbed copies by metric, in order of each group's first stat, because the sums depend on it.
 * It holds the records of one instance.
 */
function* groupsOf({ all, ofId }: Pick<TrialRecords, "all" | "ofId">): Generator<readonly Stat[]> {
  const before = new Map<string, number>();
  for (const { instance_id: id, stats } of all()) {
    const copies = ofId(id);
    const position = before.get(id) ?? 0;
    if (position + 1 < copies.length) before.set(id, position + 1);
    else before.delete(id);
    const seen = new Set(copies.slice(0, position).flatMap((copy) => copy.stats.map(plainKey)));
    for (const one of stats) {
      const key = plainKey(one);
      if (seen.has(key)) continue;
      seen.add(key);
      yield copies.slice(position).flatMap((copy) => copy.stats.filter((other) => plainKey(other) === key));
    }
  }
}

function plainKey(one: Stat): string {
  const { perturbation: _, ...name } = one.name;
  return metricNameKey(name);
}

function ofGroup(group: readonly Stat[]): Stat[] {
  const originals = group.filter(({ name }) => name.perturbation === undefined);
  const perturbed = group.flatMap((one) =>
    one.name.perturbation === undefined ? [] : [{ one, perturbation: one.name.perturbation }],
  );
  const [first] = group;
  if (first === undefined) return [];
  const original = originals.reduce<Stat | undefined>((sum, one) => (sum ? mergeStats(sum, one) : one), undefined);
  const over = (stats: readonly Stat[]) => stats.reduce((sum, one) => mergeStats(sum, one), stat(plain(first).name));
  const candidates = [
    { perturbation: ROBUSTNESS, own: over(perturbed.filter((p) => p.perturbation.robustness).map((p) => p.one)) },
    { perturbation: FAIRNESS, own: over(perturbed.filter((p) => p.perturbation.fairness).map((p) => p.one)) },
    ...perturbed.map(({ one, perturbation }) => ({ perturbation, own: one })),
  ];
  return candidates.flatMap(({ perturbation, own }) => {
    const name = plain(first).name;
    const isSingle = perturbation.name !== "robustness" && perturbation.name !== "fairness";
    const all = original === undefined ? own : mergeStats(own, original);
    const before =
      original !== undefined && isSingle
        ? [renameStat(original, { ...name, perturbation: { ...perturbation, computed_on: "original" } })]
        : [];
    const worst = all.count > 0 ? [addValue(stat(worstName(name, perturbation)), all.min)] : [];
    return [...before, ...worst];
  });
}

function plain(one: Stat): Stat {
  const { perturbation: _, ...name } = one.name;
  return renameStat(one, name);
}
