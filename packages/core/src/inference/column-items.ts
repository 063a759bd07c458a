import { addAt } from "./add-at.ts";
import type { ClusteredRun } from "./replicate-column.ts";

/** One answer of a model, as a row of scores.json says it. */
export interface ItemScore {
  readonly id: string;
  /** absent in older runs and in HELM's without scenario_state.json: the id alone then identifies the item */
  readonly inputSha256?: string | undefined;
  /** absent: the item is a cluster of its own */
  readonly cluster?: string | undefined;
  /** null without a score */
  readonly value: number | null;
  /** The denominator of a ratio, such as the codes of a patient: a run's value is the ratio of the sums. Default: 1. */
  readonly weight?: number | undefined;
}

/** The answers of a model in one run of a benchmark. `part` names the run without its model, e.g. the subset. */
export interface PartScores {
  readonly part: string;
  readonly items: readonly ItemScore[];
  /** The run's value under another rule, by the name of the rule: without one judge, or under the other profile. */
  readonly otherwise?: ReadonlyMap<string, number>;
}

/** The scores of the models that answered the same items. */
export interface ColumnItems {
  /** positions of these models among the given ones */
  readonly models: readonly number[];
  /** positions of the models that answered other items */
  readonly otherItems: readonly number[];
  /** one for each part, with the sums and counts of `models` */
  readonly runs: readonly ClusteredRun[];
  /** number of items that any of the models was asked */
  readonly items: number;
  /** number of items that all of the models have a score for */
  readonly commonItems: number;
  /** number of clusters; equal to `items` if each item is its own */
  readonly clusters: number;
}

/** The least share of equal items. Below it, a model has answered other items, and above it the model lacks some. */
export const SAME_ITEMS = 0.95;

/**
 * Pairs the items of models by part, id and input hash. Most models decide which items a column has; those with other items are named and left out.
 * @param cells one per model; undefined if its items are unknown
 */
export function columnItems(cells: readonly (readonly PartScores[] | undefined)[]): ColumnItems | undefined {
  const models = cells.flatMap((parts, position) => (parts === undefined ? [] : [{ position, parts }]));
  const bySignature = [...Map.groupBy(models, ({ parts }) => signatureOf(parts)).values()];
  const largest = bySignature.toSorted((a, b) => b.length - a.length || sizeOf(b[0]) - sizeOf(a[0]))[0];
  const reference = largest?.[0];
  if (reference === undefined) return undefined;
  const known = itemsByKey(reference.parts);
  const same = new Set(bySignature.filter(([first]) => isSame(first?.parts ?? [], known)).flat());
  const kept = models.filter((model) => same.has(model));
  const universe = universeOf(
    kept.map(({ parts }) => parts),
    reference.parts,
  );
  return {
    models: kept.map(({ position }) => position),
    otherItems: models.filter((model) => !same.has(model)).map(({ position }) => position),
    ...universe,
  };
}

interface Model {
  readonly parts: readonly PartScores[];
}

const sizeOf = (model: Model | undefined): number =>
  model?.parts.reduce((total, { items }) => total + items.length, 0) ?? 0;

const signatureOf = (parts: readonly PartScores[]): string =>
  parts
    .map(
      ({ part, items }) =>
        `${part}\n${items
          .map(({ id, inputSha256 = "" }) => `${id} ${inputSha256}`)
          .toSorted()
          .join("\n")}`,
    )
    .toSorted()
    .join("\n\n");

const keyOf = (part: string, id: string): string => `${part}\n${id}`;

function itemsByKey(parts: readonly PartScores[]): Map<string, ItemScore> {
  return new Map(parts.flatMap(({ part, items }) => items.map((item) => [keyOf(part, item.id), item] as const)));
}

/** Whether two items of one id are the same question: a hash that is unknown contradicts nothing. */
export const isSameItem = (item: ItemScore, other: ItemScore | undefined): boolean =>
  other !== undefined &&
  (item.inputSha256 === undefined || other.inputSha256 === undefined || item.inputSha256 === other.inputSha256);

function isSame(parts: readonly PartScores[], known: ReadonlyMap<string, ItemScore>): boolean {
  const own = [...itemsByKey(parts)];
  const common = own.filter(([key, item]) => isSameItem(item, known.get(key))).length;
  return common > 0 && common >= SAME_ITEMS * Math.max(own.length, known.size);
}

interface Item {
  readonly part: string;
  readonly cluster: string;
  /** the number of models with a score */
  scored: number;
}

/** Numbers the items and their clusters, in an order that does not depend on the order of files. */
function universeOf(
  models: readonly (readonly PartScores[])[],
  reference: readonly PartScores[],
): Pick<ColumnItems, "runs" | "items" | "commonItems" | "clusters"> {
  const known = itemsByKey(reference);
  const itemKey = (part: string, item: ItemScore): string => {
    const key = keyOf(part, item.id);
    return isSameItem(item, known.get(key)) ? key : `${key}\n${item.inputSha256 ?? ""}`;
  };
  const found = new Map<string, Item>();
  for (const { part, items } of [reference, ...models].flat())
    for (const item of items) {
      const key = itemKey(part, item);
      const cluster = item.cluster === undefined ? `item ${key}` : `cluster ${item.cluster}`;
      if (!found.has(key)) found.set(key, { part, cluster, scored: 0 });
    }
  const places = placesOf(found.values());
  const runs = new Map([...places].map(([part, clusters]) => [part, emptyRun(clusters.size, models.length)]));
  for (const [j, parts] of models.entries()) {
    const scored = new Set<Item>();
    for (const { part, items } of parts)
      for (const row of items) {
        const item = found.get(itemKey(part, row));
        const run = runs.get(part);
        if (item === undefined || run === undefined || row.value === null) continue;
        const at = (places.get(part)?.get(item.cluster) ?? 0) * models.length + j;
        const { value, weight = 1 } = row;
        addAt(run.sums, at, value * weight);
        addAt(run.counts, at, weight);
        scored.add(item);
      }
    for (const item of scored) item.scored++;
  }
  return {
    runs: [...runs.values()],
    items: found.size,
    commonItems: [...found.values()].filter(({ scored }) => scored === models.length).length,
    clusters: [...runs.values()].reduce((total, { clusters }) => total + clusters, 0),
  };
}

const emptyRun = (clusters: number, models: number): ClusteredRun => ({
  clusters,
  sums: new Float64Array(clusters * models),
  counts: new Float64Array(clusters * models),
});

/** The number of each cluster within its part, parts and clusters in the order of their names. */
function placesOf(items: Iterable<Item>): Map<string, Map<string, number>> {
  const parts = Map.groupBy(items, ({ part }) => part);
  return new Map(
    [...parts.keys()].toSorted().map((part) => {
      const names = [...new Set(parts.get(part)?.map(({ cluster }) => cluster))].toSorted();
      return [part, new Map(names.map((name, place) => [name, place]))];
    }),
  );
}
