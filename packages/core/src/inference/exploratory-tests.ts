import { tTwoSided } from "../statistics/distributions.ts";
import { midPMcNemar } from "../statistics/mcnemar.ts";
import { pairedCluster } from "../statistics/paired-cluster.ts";
import type { PartScores } from "./column-items.ts";

/** The test of two models on the items that both have a score for. */
export interface PairTest {
  /** positions of the models */
  readonly a: number;
  readonly b: number;
  /** number of common items: the same part, id and input */
  readonly n: number;
  /** of the first model to the second: the unweighted mean over parts of the mean differences */
  readonly difference: number;
  /** two-sided; neither the pairs nor the benchmarks are adjusted for */
  readonly p: number;
}

export interface ColumnPairTests {
  /** mid-p McNemar for independent 0 and 1 in one run, or else a cluster-robust t-test */
  readonly test: "mcnemar" | "cluster-t";
  readonly pairs: readonly PairTest[];
}

interface Items {
  /** one per part: the positions of its items */
  readonly parts: readonly (readonly number[])[];
  /** the cluster of each item; absent if no item has one */
  readonly clusters: readonly string[] | undefined;
  /** one per model: its score of each item, NaN without a score */
  readonly scores: readonly Float64Array[];
  /** one per model: the hash of the input of each item; empty if it is unknown */
  readonly hashes: readonly (readonly string[])[];
}

/**
 * Tests each pair of models on one benchmark. A pair without a p-value is left out: without common items, with one cluster, or if all
 * differences are equal and not 0.
 * @param cells one per model
 * @returns undefined for a ratio of sums, which has no difference of an item
 */
export function exploratoryTests(cells: readonly (readonly PartScores[])[]): ColumnPairTests | undefined {
  if (cells.some((parts) => parts.some(({ items }) => items.some(({ weight }) => weight !== undefined))))
    return undefined;
  const items = itemsOf(cells);
  const isBinary = items.scores.every((scores) => scores.every((one) => one === 0 || one === 1 || Number.isNaN(one)));
  const isPlain = isBinary && items.clusters === undefined && items.parts.length === 1;
  const pairs: PairTest[] = [];
  for (let a = 0; a < cells.length; a++)
    for (let b = a + 1; b < cells.length; b++) {
      const common = items.parts.map((part) => commonOf(items, part, a, b));
      const found = isPlain ? mcnemar(items, common[0] ?? [], a, b) : clusterT(items, common, a, b);
      if (found !== undefined) pairs.push({ a, b, n: common.flat().length, ...found });
    }
  return { test: isPlain ? "mcnemar" : "cluster-t", pairs };
}

/** Several rows of one item, such as repeated requests, are their mean. */
function itemsOf(cells: readonly (readonly PartScores[])[]): Items {
  const places = new Map<string, number>();
  const parts = new Map<string, number[]>();
  const clusters: string[] = [];
  let hasClusters = false;
  for (const { part, items } of cells.flat())
    for (const { id, cluster } of items) {
      const key = keyOf(part, id);
      if (places.has(key)) continue;
      const place = places.size;
      places.set(key, place);
      const own = parts.get(part) ?? [];
      own.push(place);
      parts.set(part, own);
      if (cluster !== undefined) hasClusters = true;
      clusters.push(cluster === undefined ? `item ${key}` : `cluster ${cluster}`);
    }
  const models = cells.map((own) => {
    const sums = new Float64Array(places.size);
    const counts = new Float64Array(places.size);
    const hashes = Array<string>(places.size).fill("");
    for (const { part, items } of own)
      for (const { id, inputSha256 = "", value } of items) {
        const place = places.get(keyOf(part, id)) ?? 0;
        hashes[place] = inputSha256;
        if (value === null) continue;
        sums[place] = (sums[place] ?? 0) + value;
        counts[place] = (counts[place] ?? 0) + 1;
      }
    return { scores: sums.map((sum, place) => sum / (counts[place] ?? 0)), hashes };
  });
  return {
    parts: [...parts.values()],
    clusters: hasClusters ? clusters : undefined,
    scores: models.map(({ scores }) => scores),
    hashes: models.map(({ hashes }) => hashes),
  };
}

const keyOf = (part: string, id: string): string => `${part}\n${id}`;

const scoreOf = ({ scores }: Items, model: number, place: number): number => scores[model]?.[place] ?? Number.NaN;

function commonOf(items: Items, part: readonly number[], a: number, b: number): number[] {
  return part.filter((place) => {
    const [one, other] = [items.hashes[a]?.[place] ?? "", items.hashes[b]?.[place] ?? ""];
    const isSame = one === other || one === "" || other === "";
    return isSame && !Number.isNaN(scoreOf(items, a, place)) && !Number.isNaN(scoreOf(items, b, place));
  });
}

type Found = Pick<PairTest, "difference" | "p"> | undefined;

function mcnemar(items: Items, common: readonly number[], a: number, b: number): Found {
  if (common.length === 0) return undefined;
  const differences = common.map((place) => scoreOf(items, a, place) - scoreOf(items, b, place));
  const [onlyA, onlyB] = [1, -1].map((sign) => differences.filter((difference) => difference === sign).length);
  const difference = ((onlyA ?? 0) - (onlyB ?? 0)) / common.length;
  return { difference, p: midPMcNemar(onlyA ?? 0, onlyB ?? 0).midP };
}

/** Several parts: se = √Σse²/R, with the degrees of freedom of Satterthwaite 1946. */
function clusterT(items: Items, common: readonly (readonly number[])[], a: number, b: number): Found {
  const { clusters } = items;
  const parts = common.flatMap((places) => {
    const [one, other] = [a, b].map((model) => places.map((place) => scoreOf(items, model, place)));
    const found = pairedCluster(one ?? [], other ?? [], clusters && places.map((place) => clusters[place] ?? ""));
    return found?.se === undefined ? [] : [{ ...found, variance: found.se ** 2 }];
  });
  if (parts.length < common.length) return undefined;
  const difference = parts.reduce((sum, part) => sum + part.difference, 0) / parts.length;
  const variance = parts.reduce((sum, part) => sum + part.variance, 0);
  if (variance === 0) return difference === 0 ? { difference, p: 1 } : undefined;
  const degrees = variance ** 2 / parts.reduce((sum, part) => sum + part.variance ** 2 / part.degrees, 0);
  return { difference, p: tTwoSided((difference * parts.length) / Math.sqrt(variance), degrees) };
}
