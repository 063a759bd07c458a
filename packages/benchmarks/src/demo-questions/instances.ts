import { CORRECT_TAG, type Instance } from "@medhelm/core/helm/instance";
import { type Item, items } from "./items.ts";

/** The position of the right option, by item. Each position occurs equally often, without a pattern within a category. */
const PLACES = [2, 0, 3, 1, 1, 3, 0, 2];

export const instances = (): Instance[] => items.map(toInstance);

function toInstance(item: Item, index: number): Instance {
  const [right, ...wrong] = item.options;
  const options = wrong.toSpliced(PLACES[index % PLACES.length] ?? 0, 0, right);
  return {
    input: { text: item.question },
    references: options.map((text) => ({ output: { text }, tags: text === right ? [CORRECT_TAG] : [] })),
    split: "test",
    extra_data: { category: item.category },
  };
}
