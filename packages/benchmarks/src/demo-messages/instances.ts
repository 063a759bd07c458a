import { CORRECT_TAG, type Instance } from "@medhelm/core/helm/instance";
import { items } from "./items.ts";

export const instances = (): Instance[] =>
  items.map((item) => ({
    input: { text: `Source:\n${item.source}\n\nTask: ${item.task}` },
    references: [{ output: { text: item.reference }, tags: [CORRECT_TAG] }],
    split: "test",
  }));
