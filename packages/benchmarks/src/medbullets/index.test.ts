import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadFrom, outline } from "@medhelm/testing/fixtures/benchmarks/files";
import medbullets from "./index.ts";

const sample = readFileSync(new URL("sample.csv", import.meta.url), "utf8");
const load = (content: string | Uint8Array) => loadFrom(medbullets, { "medbullets/medbullets_op5.csv": content });

test("every row with a question is an instance of five options", async () => {
  const { instances } = await load(sample);
  expect(instances.map(outline)).toEqual([
    [
      'An invented 40-year-old drinks tea. "What now?" she asks.',
      ["Coffee", "Water", "Tea, again", "Juice", "Milk"],
      [2],
    ],
    ["Which invented cup is best?", ["Red", "Blue", "Green", "White", "Black"], [4]],
  ]);
});

test("a missing column, another answer, an incomplete row and another encoding give one sentence each", async () => {
  await expect(load(sample.replace("answer_idx", "key"))).rejects.toThrow(/there is no column "answer_idx"/);
  await expect(load(sample.replace(",E,Black", ",F,Black"))).rejects.toThrow(/line 4: answer_idx is "F"/);
  await expect(load(sample.slice(0, 180))).rejects.toThrow(/^medbullets\/medbullets_op5\.csv, line /);
  await expect(load(new Uint8Array([...new TextEncoder().encode(sample), 0xe9]))).rejects.toThrow(/not UTF-8 text/);
});
