import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseConf } from "@medhelm/core/helm/conf";
import { CORRECT_TAG, type Instance } from "@medhelm/core/helm/instance";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import { ScenarioState } from "@medhelm/core/helm/scenario-state";
import type { BenchmarkRun } from "@medhelm/core/run/benchmark";
import { buildRequestStates } from "@medhelm/core/run/requests/build-requests";
import { type ExpandOptions, expandEntries } from "@medhelm/core/run/spec/expand";
import { selectInstances } from "@medhelm/core/run/requests/sample";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { applyHelmSpec } from "@medhelm/core/run/spec/apply-helm-spec";
import { codePointWindow } from "@medhelm/core/run/requests/window";
import { benchmarkRun } from "@medhelm/testing/fixtures/benchmark-run";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { oracle, shared, whyNoShared } from "../shared.ts";

const stubs = ["stub-1", "stub-2", "stub-3"];
const folder = (suite: string, benchmark: string, stub: string) =>
  join(
    oracle("oracle"),
    "benchmark_output/runs",
    suite,
    `${benchmark}:model=stub_${stub},model_deployment=stub_${stub}`,
  );
const read = (run: string, file: string): unknown => JSON.parse(readFileSync(join(run, file), "utf8"));

/** A benchmark with only a name and a scenario. The rest comes from HELM's run spec. */
const benchmark = (name: string, helm: RunSpec): BenchmarkRun =>
  benchmarkRun(name, { scenarioSpec: { class_name: helm.scenario_spec.class_name, args: {} } });

/** The runs of a suite without examples, because no HELM file holds the examples' instances. */
const runFolders = (suite: string): string[] =>
  readdirSync(suite)
    .map((name) => join(suite, name))
    .filter((run) => existsSync(join(run, "run_spec.json")) && !run.includes("max_train_instances"));

const registry: ExpandOptions["models"] = { deploymentOf: () => undefined, modelOf: (name) => name, tags: () => [] };

describe.skipIf(shared === undefined)(`HELM's runs (skipped where ${whyNoShared})`, () => {
  const runs = [
    ...stubs.map((stub) => ["oracle-a", "pubmed_qa", stub, 100] as const),
    ...stubs.map((stub) => ["oracle-a", "EM-BENCH", stub, 100] as const),
    ...stubs.map((stub) => ["oracle-c", "EM-BENCH", stub, 200] as const),
  ];

  test.each(runs)("%s %s %s: --spec-from gives HELM's run spec except for the fields of our entry", async (...run) => {
    const [suite, name, stub, max] = run;
    const helm = RunSpec.parse(read(folder(suite, name, stub), "run_spec.json"));
    const entry = { description: `${name}:model=stub/${stub},model_deployment=stub/${stub}`, label: "entry 1" };
    const settle = async () => benchmark(name, helm);
    const [plan] = await expandEntries([entry], { settle, models: registry, maxEvalInstances: max });
    expect(plan && applyHelmSpec(plan, helm).runSpec).toEqual(helm);
  });

  test.each([
    ["oracle", "oracle-a", 20],
    ["oracle", "oracle-c", 12],
    ["oracle-d", "oracle-d", 46],
    ["oracle-d", "oracle-e", 10],
  ] as const)("%s: every request of %s is HELM's, in HELM's order", (archive, suite, count) => {
    const folders = runFolders(join(oracle(archive), "benchmark_output/runs", suite));
    expect(folders).toHaveLength(count);
    for (const run of folders) {
      const { adapter_spec } = RunSpec.parse(read(run, "run_spec.json"));
      const helm = ScenarioState.parse(read(run, "scenario_state.json")).request_states;
      const evaluation: Instance[] = helm.map(({ instance }) => instance);
      const ours = [...buildRequestStates(adapter_spec, { train: [], evaluation }, codePointWindow(128_000))];
      const asked = helm.map(({ result: _result, annotations: _annotations, ...rest }) => rest);
      expect({ run, asked: ours }).toEqual({ run, asked });
      expect(`${run} ${JSON.stringify(ours[0])}`).toBe(`${run} ${JSON.stringify(asked[0])}`); // field order
    }
  });

  test("three examples of six are the ones that HELM drew, in its order and wording", () => {
    const base = oracle("oracle-d");
    const name = "ehr_sql:max_train_instances=3,model=stub_stub-1,model_deployment=stub_stub-1";
    const run = join(base, "benchmark_output/runs/oracle-e", name);
    const { adapter_spec } = RunSpec.parse(read(run, "run_spec.json"));
    const helm = ScenarioState.parse(read(run, "scenario_state.json")).request_states;
    const evaluation: Instance[] = helm.map(({ instance }) => instance);
    // a question's text ends with the question; an example has the same schema before it
    const Questions = z.array(z.object({ question: z.string(), query: z.string() }));
    const files = join(base, "data/helm_scenarios/ehr_sql");
    const [first] = Questions.parse(read(files, "ehrsql_valid.json"));
    const train: Instance[] = Questions.parse(read(files, "ehrsql_train.json")).map(({ question, query }, index) => ({
      input: { text: evaluation[0]?.input.text.replace(first?.question ?? "", question) ?? "" },
      references: [{ output: { text: query }, tags: [CORRECT_TAG] }],
      split: "train",
      id: `id${index}`,
    }));
    const ours = [...buildRequestStates(adapter_spec, { train, evaluation }, codePointWindow(128_000))];
    expect(ours).toEqual(helm.map(({ result: _result, annotations: _annotations, ...asked }) => asked));
  });

  test.each([
    ["pubmed_qa", 1000],
    ["EM-BENCH", 1000],
  ])("of %s's %i instances the ones that HELM drew are drawn, in its order", (name, count) => {
    const run = folder("oracle-a", name, "stub-1");
    const { adapter_spec } = RunSpec.parse(read(run, "run_spec.json"));
    const blank: Instance[] = Array.from({ length: count }, () => ({
      input: { text: "" },
      references: [],
      split: "test",
    }));
    const helm = ScenarioState.parse(read(run, "scenario_state.json")).request_states;
    const drawn = selectInstances(blank, adapter_spec).evaluation;
    expect([...drawn].map(({ id }) => id)).toEqual(helm.map(({ instance }) => instance.id));
  });

  test("a prompt's tokens under simple/tokenizer1 are its code points", () => {
    const run = folder("oracle-a", "pubmed_qa", "stub-1");
    const [first] = ScenarioState.parse(read(run, "scenario_state.json")).request_states;
    expect(codePointWindow().countTokens(first?.request.prompt ?? "")).toBe(1374);
  });

  test.each([
    ["confs/oracle-a.conf", 21],
    ["confs/oracle-c.conf", 24],
    ["helm-confs/run_entries_medhelm_public.conf", 221],
    ["helm-confs/run_entries_medhelm_gated.conf", 143],
    ["helm-confs/run_entries_medhelm_private_stanford.conf", 338],
    ["helm-confs/run_entries_medhelm_dspy.conf", 64],
  ])("%s has %i entries, and each gives a run", async (file, count) => {
    const text = readFileSync(join(oracle("oracle"), file), "utf8");
    const entries = await parseConf(text, { label: file });
    expect(entries).toHaveLength(count);
    const some = RunSpec.parse(read(folder("oracle-a", "EM-BENCH", "stub-1"), "run_spec.json"));
    // a benchmark of its own for each set of arguments, because equal runs are planned once
    const settle: ExpandOptions["settle"] = async (name, args) =>
      benchmark(`${name}:${sha256Hex(JSON.stringify(args)).slice(0, 8)}`, some);
    const models = { ...registry, modelOf: () => undefined };
    expect(await expandEntries(entries, { settle, models })).toHaveLength(count);
  });

  test("--priority 2 gives the run folders that HELM made of oracle-a.conf", async () => {
    const text = readFileSync(join(oracle("oracle"), "confs/oracle-a.conf"), "utf8");
    const entries = await parseConf(text, { label: "oracle-a.conf" });
    const some = RunSpec.parse(read(folder("oracle-a", "EM-BENCH", "stub-1"), "run_spec.json"));
    const settle: ExpandOptions["settle"] = async (name, args) => {
      const config = String(args["config_path"] ?? "");
      return benchmark(config === "" ? name : config.includes("em.yaml") ? "EM-BENCH" : "JURY-BENCH", some);
    };
    const plans = await expandEntries(entries, { settle, models: registry, priority: 2 });
    const helm = read(join(oracle("oracle"), "benchmark_output/runs/oracle-a"), "run_specs.json");
    const made = RunSpec.array()
      .parse(helm)
      .map(({ name }) => name);
    expect(plans.map(({ runSpec }) => runSpec.name).toSorted()).toEqual(made.toSorted());
  });

  test.each(["exact_match_demo", "llm_jury_score_demo"])("the guide's %s.conf parses", async (demo) => {
    const text = readFileSync(join(shared ?? "", "guide", demo, `${demo}.conf`), "utf8");
    const [entry] = await parseConf(text, { label: `${demo}.conf` });
    expect(entry?.description).toContain(`config_path=${demo}.yaml`);
  });
});
