export interface RankSets {
  /** the smallest and the largest rank of each model, from 1 */
  readonly rankSets: readonly (readonly [number, number])[];
  /** the positions of the models that no other is better than */
  readonly best: readonly number[];
}

/**
 * Derives the rank sets from rejections. A model's smallest rank is 1 + the number of better models. Its largest rank is K - the number of worse
 * models. Source: Mogstad, Romano, Shaikh and Wilhelm 2024.
 * @param isBetter whether the tests show that model j is better than model k
 */
export function rankSetsOf(models: number, isBetter: (j: number, k: number) => boolean): RankSets {
  const all = [...Array(models).keys()];
  const rankSets = all.map((j): [number, number] => [
    1 + all.filter((k) => k !== j && isBetter(k, j)).length,
    models - all.filter((k) => k !== j && isBetter(j, k)).length,
  ]);
  return { rankSets, best: all.filter((j) => rankSets[j]?.[0] === 1) };
}
