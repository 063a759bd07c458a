import { CORRECT_TAG, type Instance } from "@medhelm/core/helm/instance";
import { DESKS, type Item, items } from "./items.ts";

export const instances = (): Instance[] => items.map(toInstance);

/** The first desk of the list changes every four messages, so that each letter is right equally often. */
function toInstance(item: Item, index: number): Instance {
  const first = Math.floor(index / 4) % DESKS.length;
  const order = [...DESKS.slice(first), ...DESKS.slice(0, first)];
  return {
    input: { text: `${item.message}\nWhich desk should get this message?` },
    references: order.map((desk) => ({ output: { text: desk }, tags: desk === item.desk ? [CORRECT_TAG] : [] })),
    split: "test",
  };
}
