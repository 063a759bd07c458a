import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadFrom, noUserFiles, outline } from "@medhelm/testing/fixtures/benchmarks/files";
import freetext from "./index.ts";

const sample = readFileSync(new URL("../medbullets/sample.csv", import.meta.url), "utf8");

test("the answer's text is the reference, and the prompt has no options", async () => {
  const { instances } = await loadFrom(freetext, { "medbullets/medbullets_op5.csv": sample });
  expect(instances.map(outline)).toEqual([
    ['An invented 40-year-old drinks tea. "What now?" she asks.', ["Tea, again"], [0]],
    ["Which invented cup is best?", ["Black"], [0]],
  ]);
});

test("HELM's run name has a hyphen", async () => {
  expect((await freetext.settle({}, noUserFiles)).name).toBe("medbullets-freetext");
});
