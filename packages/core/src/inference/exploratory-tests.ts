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
  /** the number of each item's cluster; absent if no item has one */
  readonly clusters: readonly number[] | undefined;
  /** one per model: its score of each item, NaN without a score */
  readonly scores: readonly Float64Array[];
  /** one per model: the number of the hash of each item's input; 0 if the hash is unknown */
  readonly hashes: readonly Int32Array[];
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
      if (found !== undefined) pairs.push({ a, b, n: common.reduce((sum, { length }) => sum + length, 0), ...found });
    }
  return { test: isPlain ? "mcnemar" : "cluster-t", pairs };
}

/** Several rows of one item, such as repeated requests, are their mean. */
function itemsOf(cells: readonly (readonly PartScores[])[]): Items {
  const places = new Map<string, number>();
  const parts = new Map<string, number[]>();
  const clusters: number[] = [];
  const [clusterNumber, hashNumber] = [numbersOf(), numbersOf()];
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
      clusters.push(clusterNumber(cluster === undefined ? `item ${key}` : `cluster ${cluster}`));
    }
  const models = cells.map((own) => {
    const sums = new Float64Array(places.size);
    const counts = new Float64Array(places.size);
    const hashes = new Int32Array(places.size);
    for (const { part, items } of own)
      for (const { id, inputSha256, value } of items) {
        const place = places.get(keyOf(part, id)) ?? 0;
        hashes[place] = inputSha256 === undefined || inputSha256 === "" ? 0 : hashNumber(inputSha256);
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

/** Numbers texts from 1, because numbers are compared faster. */
function numbersOf(): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    const found = known.get(text) ?? known.size + 1;
    known.set(text, found);
    return found;
  };
}

const keyOf = (part: string, id: string): string => `${part}\n${id}`;

function commonOf({ hashes, scores }: Items, part: readonly number[], a: number, b: number): number[] {
  const [ownHashes, otherHashes] = [hashes[a] ?? NO_HASHES, hashes[b] ?? NO_HASHES];
  const [own, other] = [scores[a] ?? NO_SCORES, scores[b] ?? NO_SCORES];
  const common: number[] = [];
  for (const place of part) {
    const [hash, otherHash] = [ownHashes[place] ?? 0, otherHashes[place] ?? 0];
    const isSame = hash === otherHash || hash === 0 || otherHash === 0;
    if (isSame && !Number.isNaN(own[place]) && !Number.isNaN(other[place])) common.push(place);
  }
  return common;
}

const NO_HASHES = new Int32Array();
const NO_SCORES = new Float64Array();

type Found = Pick<PairTest, "difference" | "p"> | undefined;

function mcnemar({ scores }: Items, common: readonly number[], a: number, b: number): Found {
  if (common.length === 0) return undefined;
  const [own, other] = [scores[a] ?? NO_SCORES, scores[b] ?? NO_SCORES];
  let [onlyA, onlyB] = [0, 0];
  for (const place of common) {
    const difference = (own[place] ?? 0) - (other[place] ?? 0);
    if (difference === 1) onlyA++;
    if (difference === -1) onlyB++;
  }
  return { difference: (onlyA - onlyB) / common.length, p: midPMcNemar(onlyA, onlyB).midP };
}

/** Several parts: se = √Σse²/R, with the degrees of freedom of Satterthwaite 1946. */
function clusterT({ clusters, scores }: Items, common: readonly (readonly number[])[], a: number, b: number): Found {
  const parts = common.flatMap((places) => {
    const [one, other] = [a, b].map((model) => places.map((place) => scores[model]?.[place] ?? Number.NaN));
    const found = pairedCluster(one ?? [], other ?? [], clusters && places.map((place) => clusters[place] ?? 0));
    return found?.se === undefined ? [] : [{ ...found, variance: found.se ** 2 }];
  });
  if (parts.length < common.length) return undefined;
  const difference = parts.reduce((sum, part) => sum + part.difference, 0) / parts.length;
  const variance = parts.reduce((sum, part) => sum + part.variance, 0);
  if (variance === 0) return difference === 0 ? { difference, p: 1 } : undefined;
  const degrees = variance ** 2 / parts.reduce((sum, part) => sum + part.variance ** 2 / part.degrees, 0);
  return { difference, p: tTwoSided((difference * parts.length) / Math.sqrt(variance), degrees) };
}
