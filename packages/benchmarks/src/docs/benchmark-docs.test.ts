import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Card } from "@medhelm/core/run/card";
import { expect, test } from "vitest";
import { benchmarkDocs } from "./benchmark-docs.ts";
import { allBenchmarks, allCards } from "../registry.ts";

const repository = fileURLToPath(new URL("../../../../", import.meta.url));

test("docs/benchmarks is up to date with the cards; npm run docs:benchmarks writes it", async () => {
  const docs = await benchmarkDocs();
  expect(readdirSync(`${repository}docs/benchmarks`).toSorted()).toEqual([...docs.keys()].toSorted());
  for (const [name, text] of docs) expect(readFileSync(`${repository}docs/benchmarks/${name}`, "utf8")).toBe(text);
});

test("the test that each benchmark's evidence names exists", async () => {
  const named = (await allBenchmarks()).flatMap(({ evidence }) =>
    evidence !== undefined && "test" in evidence ? [evidence.test] : [],
  );
  expect(named.filter((file) => !existsSync(`${repository}${file}`))).toEqual([]);
});

test("the numbers 31, 35 and 37 of docs/counts.md follow from the cards", async () => {
  const cards = (await allCards()).filter(({ instanceCap }) => instanceCap !== undefined);
  const count = (is: (card: Card) => boolean): number => cards.filter(is).length;
  expect(cards).toHaveLength(37);
  expect(["public", "gated", "private"].map((access) => count((card) => card.access === access))).toEqual([16, 7, 14]);
  expect(["existing", "reformulated", "new"].map((origin) => count((card) => card.origin === origin))).toEqual([
    17 + 2,
    5,
    13,
  ]);
  expect(count(({ mainMetric, name }) => mainMetric === `${name}_accuracy` && name !== "medcalc_bench")).toBe(13);
});
