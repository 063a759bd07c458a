import { OWN_PARAPHRASES } from "@medhelm/core/perturbations/own-paraphrases";
import type { EntryArgs } from "@medhelm/core/run/benchmark";
import { expect, test } from "vitest";
import { allBenchmarks, allCards, annotatorFor, benchmarkNames, findBenchmark, metricFor } from "./registry.ts";

const refuse = (): never => {
  throw new Error("a benchmark settles without files");
};
const NO_FILES = { read: refuse, open: refuse };

test("the registry finds every benchmark by its main name and by its aliases", async () => {
  const loaded = await allBenchmarks();
  expect(loaded.map(({ names: [main] }) => main)).toEqual(benchmarkNames);
  for (const benchmark of loaded)
    for (const name of benchmark.names) expect((await findBenchmark(name)).names).toEqual(benchmark.names);
});

test("an unknown benchmark is refused with similar names", async () => {
  await expect(findBenchmark("pubmedqa")).rejects.toThrow('unknown benchmark "pubmedqa"; did you mean pubmed_qa?');
  await expect(findBenchmark("constructor")).rejects.toThrow(/the known ones are .*demo_notes/);
});

test("every card can be listed", async () => {
  expect((await allCards()).map(({ name }) => name)).toEqual(benchmarkNames);
});

test("every card says what its benchmark asks, and an example exists exactly for public data", async () => {
  const cards = (await allCards()).filter(({ access }) => access !== "local");
  expect(cards.filter(({ asks, forWhom }) => !asks || !forWhom).map(({ name }) => name)).toEqual([]);
  expect(
    cards.filter(({ access, example }) => (access === "public") !== (example !== undefined)).map(({ name }) => name),
  ).toEqual([]);
});

test("each of our closed prompts with instructions has three paraphrases of its own, except those with images", async () => {
  const needed: Readonly<Record<string, EntryArgs>> = {
    clear: { condition: "homelessness" },
    ehrshot: { subject: "new_lupus" },
    n2c2_ct_matching: { subject: "ABDOMINAL" },
  };
  const closed = (await allCards()).filter(({ form, name }) => form === "closed" && name !== "vqa_rad");
  const without: string[] = [];
  for (const { name } of closed) {
    const { adapterSpec } = await (await findBenchmark(name)).settle(needed[name] ?? {}, NO_FILES);
    const plain = adapterSpec.instructions.trim();
    const texts = new Set([plain, ...(OWN_PARAPHRASES.get(plain) ?? [])]);
    if (plain !== "" && texts.size !== 4) without.push(name);
  }
  expect(without).toEqual([]);
});

const run = { name: "pubmed_qa:model=x", scenario_spec: { class_name: "helm.benchmark.scenarios.x.X", args: {} } };
const annotator = (className: string) => annotatorFor({ class_name: className, args: {} }, run);

test("metrics and annotators are found by HELM's class names, others are unknown", async () => {
  expect(await metricFor("helm.benchmark.metrics.basic_metrics.BasicGenerationMetric", run)).toBeDefined();
  expect(await metricFor("helm.benchmark.metrics.medec_metrics.MedecMetric", run)).toBeDefined();
  expect(await metricFor("helm.benchmark.metrics.nothing.Metric", run)).toBeUndefined();
  expect(await annotator("helm.benchmark.annotation.ehr_sql_annotator.EhrSqlAnnotator")).toBeDefined();
  expect(await annotator("constructor")).toBeUndefined();
});
