import { CORRECT_TAG, type Instance } from "@medhelm/core/helm/instance";
import { type Item, items } from "./items.ts";

export const instances = (): Instance[] => items.map(toInstance);

/** The right option moves to another place from question to question, so that its place follows neither the weight nor the dose. */
function toInstance({ kind, question, right, wrong }: Item, index: number): Instance {
  const options = wrong.toSpliced((index + Math.floor(index / 6)) % 4, 0, right);
  return {
    input: { text: question },
    references: options.map((text) => ({ output: { text }, tags: text === right ? [CORRECT_TAG] : [] })),
    split: "test",
    extra_data: { kind },
  };
}
