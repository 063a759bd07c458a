import { expect, test } from "vitest";
import { allBenchmarks, allCards, annotatorFor, benchmarkNames, findBenchmark, metricFor } from "./registry.ts";

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

const run = { name: "pubmed_qa:model=x", scenario_spec: { class_name: "helm.benchmark.scenarios.x.X", args: {} } };
const annotator = (className: string) => annotatorFor({ class_name: className, args: {} }, run);

test("metrics and annotators are found by HELM's class names, others are unknown", async () => {
  expect(await metricFor("helm.benchmark.metrics.basic_metrics.BasicGenerationMetric", run)).toBeDefined();
  expect(await metricFor("helm.benchmark.metrics.medec_metrics.MedecMetric", run)).toBeDefined();
  expect(await metricFor("helm.benchmark.metrics.nothing.Metric", run)).toBeUndefined();
  expect(await annotator("helm.benchmark.annotation.ehr_sql_annotator.EhrSqlAnnotator")).toBeDefined();
  expect(await annotator("constructor")).toBeUndefined();
});
