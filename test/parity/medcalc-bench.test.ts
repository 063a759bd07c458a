import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ScenarioState } from "@medhelm/core/helm/scenario-state";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import medcalc from "@medhelm/benchmarks/medcalc-bench/index";
import { goldOf, outputType } from "@medhelm/benchmarks/medcalc-bench/gold";
import { helmVerdict } from "@medhelm/benchmarks/medcalc-bench/helm-verdict";
import { verdict } from "@medhelm/benchmarks/medcalc-bench/verdict";
import { readColumns } from "@medhelm/benchmarks/files/read-columns";
import { dataOf, noUserFiles } from "@medhelm/testing/fixtures/benchmarks/files";
import { expect, test } from "vitest";
import { z } from "zod";
import { oracle, shared } from "../shared.ts";
import { specOf, withOwnWords } from "./with-own-words.ts";

const RUN = "benchmark_output/runs/oracle-c/medcalc_bench:model=stub_stub-1,model_deployment=stub_stub-1";
const file = (name: string): unknown => JSON.parse(readFileSync(join(oracle("oracle"), RUN, name), "utf8"));
const inShared = (path: string): string => join(shared ?? "", path);

const load = async () => {
  const run = await medcalc.settle({}, noUserFiles);
  const bytes = readFileSync(inShared("datasets/medcalc_bench/test_data_2024-06-26.csv"));
  return { run, ...(await run.load(dataOf({ "medcalc_bench/test_data_2024-06-26.csv": bytes }))) };
};
const golds = async () =>
  new Map((await load()).instances.flatMap((i) => ((gold) => (gold ? [[i.id, gold] as const] : []))(goldOf(i))));
const goldAt = (all: Awaited<ReturnType<typeof golds>>, row: number) => {
  const gold = all.get(String(row));
  if (gold === undefined) throw new Error(`no row ${row}`);
  return gold;
};

test.skipIf(shared === undefined)("medcalc_bench gives HELM's instances, one for one", async () => {
  const { instances } = await load();
  const byId = new Map(instances.map((instance) => [instance.id, instance]));
  const theirs = ScenarioState.parse(file("scenario_state.json")).request_states.map((state) => state.instance);
  expect(instances).toHaveLength(1047);
  expect(theirs).toHaveLength(200);
  for (const instance of theirs) expect(byId.get(instance.id)).toEqual(instance);
});

test.skipIf(shared === undefined)(
  "medcalc_bench has HELM's run spec except for the wording, the model and -m",
  async () => {
    const { run, sources } = await load();
    const theirs = RunSpec.parse(file("run_spec.json"));
    expect(specOf(run)).toEqual(withOwnWords(theirs, run, ["instructions", "output_prefix"]));
    expect(sources[0]?.sha256).toBe("c2d23097f8bdb7ae4a77dbf4a5a767335df7303998d7c7664a73a29fd8e2b31a");
  },
);

test.skipIf(shared === undefined)("the Parquet file of the same rows gives the same instances", async () => {
  const path = "medcalc_bench/test-00000-of-00001.parquet";
  const run = await medcalc.settle({ version: "v1.2" }, noUserFiles);
  const { instances } = await run.load(dataOf({ [path]: readFileSync(inShared(`datasets/${path}`)) }));
  expect(instances).toEqual((await load()).instances);
});

const Line = z.object({
  row: z.int(),
  type: z.string(),
  variant: z.string(),
  reply: z.string(),
  correct: z.int(),
  helm: z.int(),
});
const lines = () =>
  readFileSync(inShared("authors/medcalc_authors.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => Line.parse(JSON.parse(line)));

test.skipIf(shared === undefined)("HELM's verdict on 15,906 replies is HELM's", async () => {
  const all = await golds();
  const differing = lines().filter(({ row, reply, helm }) => helmVerdict(reply, goldAt(all, row)) !== helm);
  expect(differing).toEqual([]);
});

test.skipIf(shared === undefined)("the output type is that of the calculator, for every row", async () => {
  const all = await golds();
  for (const { row, type } of lines()) {
    expect(outputType(goldAt(all, row))).toBe(type === "weeks_days" ? "weeks and days" : type);
  }
});

// docs/scoring.md, "MedCalc-Bench", explains each
test.skipIf(shared === undefined)(
  "the corrected verdict differs from the authors' only on these kinds of reply",
  async () => {
    const all = await golds();
    const differing: Record<string, number> = {};
    for (const { row, type, variant, reply, correct } of lines()) {
      const ours = verdict(reply, goldAt(all, row));
      const kind = `${type} ${variant}: authors ${correct}, ours ${ours}`;
      if (ours !== correct) differing[kind] = (differing[kind] ?? 0) + 1;
    }
    expect(differing).toEqual({
      "decimal unit_kg_m2: authors 0, ours 1": 414,
      "decimal sci: authors 0, ours 1": 404,
      "decimal str_expr: authors 1, ours 0": 417,
      "decimal range_text: authors 1, ours 0": 417,
      "decimal expression: authors 1, ours 0": 5,
      "decimal thousands: authors 0, ours 1": 1,
      "decimal percent: authors 0, ours 1": 7,
      "decimal percent_x100: authors 1, ours 0": 7,
      "integer class_word: authors 1, ours 0": 241,
      "integer slash: authors 0, ours 1": 241,
      "integer range_after: authors 0, ours 1": 241,
      "integer leading_zero: authors 0, ours 1": 219,
      "integer leading_zero: authors 1, ours 0": 13,
      "integer list: authors 1, ours 0": 190,
      "integer expression: authors 1, ours 0": 9,
      "integer out_of: authors 0, ours 1": 13,
      "date leading_text: authors 0, ours 1": 27,
      "date dashes: authors 0, ours 1": 27,
      "date iso: authors 0, ours 1": 27,
      "date month_name: authors 0, ours 1": 27,
      "date spaces: authors 0, ours 1": 27,
      "date two_digit_year: authors 0, ours 1": 27,
      "weeks_days double_quoted: authors 0, ours 1": 13,
      "weeks_days words_and: authors 0, ours 1": 13,
      "weeks_days wd_form: authors 0, ours 1": 13,
      "weeks_days plus_form: authors 0, ours 1": 13,
      "weeks_days zero_padded_day: authors 0, ours 1": 12,
      "weeks_days weeks_only: authors 0, ours 1": 1,
      "weeks_days decimal_weeks: authors 1, ours 0": 1,
    });
  },
);

const Raw = z.object({
  vectors: z.array(z.object({ row: z.int(), name: z.string(), raw: z.string(), correct: z.int() })),
});

test.skipIf(shared === undefined)(
  "whole replies with JSON: 38 of 102 verdicts differ, each of a stated kind",
  async () => {
    const all = await golds();
    const { vectors } = Raw.parse(JSON.parse(readFileSync(inShared("authors/medcalc_raw_replies.json"), "utf8")));
    const differing: Record<string, number> = {};
    for (const { row, name, raw, correct } of vectors) {
      if (verdict(raw, goldAt(all, row)) !== correct) differing[name] = (differing[name] ?? 0) + 1;
    }
    expect(differing).toEqual({
      "ANSWER upper": 3,
      "bare value": 3,
      prose: 3,
      "answer first then thinking": 1,
      "single quotes": 3,
      "newline inside": 3,
      "space before colon": 2,
      truncated: 2,
      "nested braces": 1,
      expression: 8,
      text: 7,
      "two jsons, last right": 1,
      "two jsons, last wrong": 1,
    });
  },
);

test.skipIf(shared === undefined)(
  "all but two of the authors' worked explanations are read as their gold value",
  async () => {
    const label = "datasets/medcalc_bench/test_data_2024-06-26.csv";
    const rows = readColumns({ label, bytes: readFileSync(inShared(label)), sha256: "" }, [
      "Row Number",
      "Ground Truth Explanation",
    ]);
    const all = await golds();
    const wrong = rows.filter(
      ({ cell }) => verdict(cell("Ground Truth Explanation"), goldAt(all, Number(cell("Row Number")))) === 0,
    );
    expect(wrong.map(({ cell }) => cell("Row Number"))).toEqual(["341", "1028"]);
  },
);
