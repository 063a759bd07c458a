import { benchmarkPage } from "@medhelm/benchmarks/docs/benchmark-page";
import { createRegistry } from "@medhelm/benchmarks/shared/create-registry";
import { Stat } from "@medhelm/core/helm/stats";
import { makeQuote } from "@medhelm/core/money/make-quote";
import { expandEntries } from "@medhelm/core/run/spec/expand";
import { type Counted, SUITE, workerPorts, workRequest, readRunFile } from "@medhelm/testing/fixtures/work";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { noUserFiles } from "@medhelm/testing/fixtures/benchmarks/files";
import { expect, test } from "vitest";
import { z } from "zod";
import { aggregateRun } from "../aggregate/aggregate-run.ts";
import { workRun } from "./work-run.ts";

/** The registry with the only line that the example needs. */
const { findBenchmark, metricFor, annotatorFor } = createRegistry([
  { name: "example_wards", load: () => import("@medhelm/testing/fixtures/example-benchmark/index") },
]);

const plans = () =>
  expandEntries([{ description: "example_wards:model=baseline/lead-sentences", label: "test" }], {
    settle: async (name, args) => (await findBenchmark(name)).settle(args, noUserFiles),
    models: { deploymentOf: (model) => model, modelOf: (name) => name, tags: () => [] },
  });

/** These replace the baseline's replies: one is only a label, and one has more than two words. */
const replies: Readonly<Record<string, string>> = { "All beds": "yes", "One bed": "Answer: no, not yet" };
const counted: Counted = {
  answered: [],
  saysInstead: (_deployment, prompt, reply) => {
    const text = Object.entries(replies).find(([start]) => prompt.includes(start))?.[1] ?? "";
    if (reply.kind !== "answer") return reply;
    return { ...reply, result: { ...reply.result, completions: [{ text, logprob: 0, tokens: [] }] } };
  },
};

test("a benchmark needs only its folder and a line in the registry to run and give stats", async () => {
  const [plan] = await plans();
  if (plan === undefined) throw new Error("no plan");
  const objects = memoryStore();
  await workRun({ ...workerPorts(objects, counted), annotators: annotatorFor }, workRequest(plan));
  const run = plan.runSpec.name;
  expect(await aggregateRun({ objects, metrics: metricFor }, { suite: SUITE, run })).toMatchObject({ kind: "sealed" });
  const means = async (file: string, names: readonly string[]) => {
    const stats = (await readRunFile(objects, run, file, z.array(Stat))) ?? [];
    return names.map((wanted) => stats.find(({ name }) => name.name === wanted && name.split === "test")?.mean);
  };
  expect(await means("stats.json", ["short_reply", "exact_match", "macro_f1"])).toEqual([0.5, 0.5, undefined]);
  expect(await means("corrected/stats.json", ["short_reply", "exact_match", "macro_f1"])).toEqual([0.5, 1, 1]);
});

test("the quote and the documentation take the benchmark from its folder", async () => {
  const run = {
    run: "r",
    description: "d",
    benchmark: "example_wards",
    model: "m",
    modelDeployment: "m",
    load: { requestsPerInstance: 1, maxTokens: 10 },
  };
  const known = new Map([["example_wards", await findBenchmark("example_wards")]]);
  const { candidates } = makeQuote([run], known, { find: () => undefined, gpuClasses: [] });
  expect(candidates[0]?.requests).toEqual({ low: 2, high: 2 });
  expect(benchmarkPage(await findBenchmark("example_wards"))).toContain("| Checked on | sample only");
});
