import { readFileSync } from "node:fs";
import { join } from "node:path";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import { RequestState, ScenarioState } from "@medhelm/core/helm/scenario-state";
import { scoreRun } from "@medhelm/testing/score-run";
import billing from "@medhelm/benchmarks/mimiciv-billing-code/index";
import { loadMetrics } from "@medhelm/core/scoring/load-metrics";
import { metricFor } from "@medhelm/benchmarks/registry";
import { dataOf, noUserFiles } from "@medhelm/testing/fixtures/benchmarks/files";
import { expect, test } from "vitest";
import { z } from "zod";
import { oracle, shared } from "../shared.ts";
import { specOf, withOwnWords } from "./with-own-words.ts";

const RUN = "benchmark_output/runs/oracle-d/mimiciv_billing_code:model=stub_stub-1,model_deployment=stub_stub-1";
const file = (name: string): unknown => JSON.parse(readFileSync(join(oracle("oracle-d"), RUN, name), "utf8"));
const runSpec = () => RunSpec.parse(file("run_spec.json"));

test.skipIf(shared === undefined)("mimiciv_billing_code gives HELM's instances, one for one", async () => {
  const run = await billing.settle({ data_path: "x.feather" }, noUserFiles);
  const bytes = readFileSync(join(oracle("oracle-d"), "data/mimiciv_icd10.feather"));
  const { instances } = await run.load(dataOf({ "x.feather": bytes }));
  const theirs = ScenarioState.parse(file("scenario_state.json")).request_states.map((state) => state.instance);
  expect(instances).toEqual(theirs);
});

test.skipIf(shared === undefined)(
  "mimiciv_billing_code has HELM's run spec except for the instructions, the model and -m",
  async () => {
    const theirs = runSpec();
    const path = String(theirs.scenario_spec.args["data_path"]);
    const run = await billing.settle({ data_path: path }, noUserFiles);
    expect(specOf(run)).toEqual(withOwnWords(theirs, run));
  },
);

const Case = z.object({
  name: z.string(),
  pairs: z.array(z.object({ pred: z.array(z.string()), gold: z.array(z.string()) })),
  caml: z.object({ prec_micro: z.number(), rec_micro: z.number(), f1_micro: z.number() }),
  caml_instance: z.object({ inst_precision: z.number(), inst_recall: z.number() }),
  per_note_mean_f1_helm_style: z.number(),
});
const cases =
  shared === undefined
    ? []
    : z
        .object({ cases: z.array(Case) })
        .parse(JSON.parse(readFileSync(join(shared, "authors/icd_caml.json"), "utf8")))
        .cases.filter(({ name }) => name !== "dot matters");

test.skipIf(shared === undefined).each(cases)("corpus and per-note scores are CAML's: $name", async (one) => {
  const [template] = ScenarioState.parse(file("scenario_state.json")).request_states;
  const states = one.pairs.map(
    ({ pred, gold }, i): RequestState => ({
      ...RequestState.parse(template),
      instance: {
        input: { text: "" },
        references: [{ output: { text: gold.join(",") }, tags: ["correct"] }],
        split: "test",
        id: `id${i}`,
      },
      result: {
        success: true,
        embedding: [],
        completions: [{ text: pred.join(", "), logprob: 0, tokens: [] }],
        cached: false,
      },
    }),
  );
  const { stats } = await scoreRun({
    runSpec: runSpec(),
    states: () => states,
    profile: "corrected",
    metrics: await loadMetrics(runSpec(), metricFor),
  });
  const value = (name: string) =>
    stats.find((stat) => stat.name.name === `mimiciv_billing_code_${name}` && stat.name.perturbation === undefined)
      ?.mean;
  expect(value("precision")).toBeCloseTo(one.caml.prec_micro, 9);
  expect(value("recall")).toBeCloseTo(one.caml.rec_micro, 9);
  expect(value("f1")).toBeCloseTo(one.caml.f1_micro, 9);
  expect(value("note_precision")).toBeCloseTo(one.caml_instance.inst_precision, 9);
  expect(value("note_recall")).toBeCloseTo(one.caml_instance.inst_recall, 9);
  expect(value("note_f1")).toBeCloseTo(one.per_note_mean_f1_helm_style, 9);
});
