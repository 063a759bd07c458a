import { letterDisplay } from "./letters.ts";
import { type RankSets, rankSetsOf } from "./rank-sets.ts";
import { stepDown } from "./step-down.ts";

/** The level of every family: at most 5 % of all releases name any false difference in a table. */
export const LEVEL = 0.05;

/** Values of models, larger is better, with their joint bootstrap. */
export interface Replicated {
  /** one per model */
  readonly values: Float64Array;
  /** the value of model j in replicate b, at b * M + j */
  readonly replicates: Float64Array;
}

/** The standard errors of the differences of all ordered pairs, of the data and of each replicate. */
export interface PairErrors {
  /** the standard error of model j minus model k, at j * M + k */
  readonly errors: Float64Array;
  /** those of replicate b, at b * M * M + j * M + k */
  readonly replicateErrors: Float64Array;
}

export interface PairTests {
  /** the statistic of model j against model k, at j * M + k; NaN on the diagonal */
  readonly statistics: Float64Array;
  /** the adjusted p-value of "model j is not better than model k", at j * M + k; NaN on the diagonal */
  readonly adjustedP: Float64Array;
}

export interface TestedPairs extends Replicated {
  /**
   * The number of independent items. A sign test of m items has no p-value below 0.5^m. Replicates of few items that agree by chance must not have a
   * smaller one.
   */
  readonly clusters: number;
}

export interface PlainPairTests extends PairTests {
  /** The tests of this table report no smaller difference of two values. NaN with too few replicates for the level. */
  readonly smallestTellableDifference: number;
}

/**
 * Tests all ordered pairs as one family: t = difference, t* = difference* - difference. It keeps the family's error on 60 items with and
 * without clusters (docs/statistics.md), and it says which differences are too small for the table.
 */
export function plainPairTests({ values, replicates }: Replicated, level = LEVEL): PlainPairTests {
  const models = values.length;
  const pairs = orderedPairs(models);
  const count = models === 0 ? 0 : replicates.length / models;
  const statistics = differences(values, pairs);
  const deviations = new Float64Array(models);
  const largest = new Float64Array(count);
  const adjusted = stepDown(statistics, count, (replicate, into) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let model = 0; model < models; model++) {
      const deviation = (replicates[replicate * models + model] ?? 0) - (values[model] ?? 0);
      deviations[model] = deviation;
      if (deviation < low) low = deviation;
      if (deviation > high) high = deviation;
    }
    largest[replicate] = high - low;
    for (let i = 0; i < into.length; i++)
      into[i] = (deviations[pairs.first[i] ?? 0] ?? 0) - (deviations[pairs.second[i] ?? 0] ?? 0);
  });
  return {
    statistics: asMatrix(statistics, pairs, models),
    adjustedP: asMatrix(adjusted, pairs, models),
    smallestTellableDifference: largest.toSorted()[Math.ceil((1 - level) * (count + 1)) - 1] ?? Number.NaN,
  };
}

/**
 * The same with t = difference / se and t* = (difference* - difference) / se*, each replicate with its own standard error. One fixed standard error would
 * give 10 to 18 % false alarms on 60 items (docs/statistics.md).
 */
export function studentisedPairTests({
  values,
  replicates,
  errors,
  replicateErrors,
}: Replicated & PairErrors): PairTests {
  const models = values.length;
  const pairs = orderedPairs(models);
  const own = differences(values, pairs);
  const errorOf = (of: Float64Array, start: number, i: number): number =>
    of[start + (pairs.first[i] ?? 0) * models + (pairs.second[i] ?? 0)] ?? 0;
  const statistics = own.map((value, i) => value / errorOf(errors, 0, i));
  const adjusted = stepDown(statistics, models === 0 ? 0 : replicates.length / models, (replicate, into) => {
    const start = replicate * models;
    for (let i = 0; i < into.length; i++) {
      const drawn =
        (replicates[start + (pairs.first[i] ?? 0)] ?? 0) - (replicates[start + (pairs.second[i] ?? 0)] ?? 0);
      into[i] = (drawn - (own[i] ?? 0)) / errorOf(replicateErrors, start * models, i);
    }
  });
  return { statistics: asMatrix(statistics, pairs, models), adjustedP: asMatrix(adjusted, pairs, models) };
}

/** The reason why a number is undefined that would be 0. */
export const NO_VARIANCE = "no model's score differs between the items";

/**
 * `plainPairTests` for another thread: the smallest difference that the tests report, followed by the adjusted p-values. The difference is 0 if no score
 * varies.
 */
export function testPairs({ clusters, ...replicated }: TestedPairs): Float64Array {
  const { adjustedP, smallestTellableDifference } = plainPairTests(replicated);
  const least = 0.5 ** clusters;
  const result = new Float64Array(1 + adjustedP.length);
  result[0] = smallestTellableDifference < NO_DEVIATION ? 0 : smallestTellableDifference;
  result.set(
    adjustedP.map((p) => Math.max(p, least)),
    1,
  );
  return result;
}

const NO_DEVIATION = 1e-12;

export interface Conclusions extends RankSets {
  /** one list per model: the tests do not distinguish models that share a letter; the best model has the letter a */
  readonly letters: readonly (readonly string[])[];
}

/** Draws the conclusions from the adjusted p-values of all ordered pairs: a model is better than another if p is at most the level. */
export function conclusionsOf(values: Float64Array, adjustedP: Float64Array, level = LEVEL): Conclusions {
  const models = values.length;
  const isBetter = (j: number, k: number): boolean => (adjustedP[j * models + k] ?? 1) <= level;
  const bestFirst = [...values.keys()].toSorted((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || a - b);
  const ordered = letterDisplay(models, (a, b) => {
    const [j, k] = [bestFirst[a] ?? 0, bestFirst[b] ?? 0];
    return isBetter(j, k) || isBetter(k, j);
  });
  const letters: (readonly string[])[] = Array.from({ length: models }, () => []);
  for (const [place, model] of bestFirst.entries()) letters[model] = ordered[place] ?? [];
  return { ...rankSetsOf(models, isBetter), letters };
}

interface Pairs {
  readonly first: Int32Array;
  readonly second: Int32Array;
}

function orderedPairs(models: number): Pairs {
  const first = new Int32Array(models * Math.max(0, models - 1));
  const second = new Int32Array(first.length);
  let at = 0;
  for (let j = 0; j < models; j++)
    for (let k = 0; k < models; k++) {
      if (j === k) continue;
      first[at] = j;
      second[at++] = k;
    }
  return { first, second };
}

const differences = (values: Float64Array, { first, second }: Pairs): Float64Array =>
  Float64Array.from(first, (j, i) => (values[j] ?? 0) - (values[second[i] ?? 0] ?? 0));

function asMatrix(list: Float64Array, { first, second }: Pairs, models: number): Float64Array {
  const matrix = new Float64Array(models * models).fill(Number.NaN);
  for (const [i, value] of list.entries()) matrix[(first[i] ?? 0) * models + (second[i] ?? 0)] = value;
  return matrix;
}
