import { expect, test } from "vitest";
import { nearNames } from "./near-names.ts";

const known = ["pubmed_qa", "med_qa", "medec", "aci_bench", "medcalc_bench"];

test.each([
  ["pubmedqa", ["pubmed_qa"]],
  ["PubMed-QA", ["pubmed_qa"]],
  ["acibnch", ["aci_bench"]],
  ["medcalc", ["medcalc_bench"]],
  ["meedc", ["medec"]],
  ["zzz", []],
])("%s is near %s", (name, near) => {
  expect(nearNames(name, known)).toEqual(near);
});

test("no name is near one of a million letters", () => {
  expect(nearNames("x".repeat(1_000_000), known)).toEqual([]);
});
