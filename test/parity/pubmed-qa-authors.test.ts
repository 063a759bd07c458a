import { readFileSync } from "node:fs";
import { join } from "node:path";
import pubmedQa from "@medhelm/benchmarks/pubmed-qa/index";
import { metricFor } from "@medhelm/benchmarks/registry";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import type { RequestState } from "@medhelm/core/helm/scenario-state";
import { buildRequestStates } from "@medhelm/core/run/requests/build-requests";
import { codePointWindow } from "@medhelm/core/run/requests/window";
import { loadMetrics } from "@medhelm/core/scoring/load-metrics";
import { dataOf, noUserFiles } from "@medhelm/testing/fixtures/benchmarks/files";
import { scoreRun } from "@medhelm/testing/score-run";
import { expect, test } from "vitest";
import { z } from "zod";
import { shared } from "../shared.ts";

const Authors = z.object({
  ids: z.record(z.string(), z.array(z.string())),
  runs: z.array(
    z.object({
      truth: z.string(),
      name: z.string(),
      predictions: z.union([z.string(), z.array(z.string())]),
      expected: z.union([
        z.object({ accuracy: z.number(), macro_f1: z.number() }),
        z.object({ exception: z.string() }),
      ]),
    }),
  ),
});
const LABELS: Readonly<Record<string, string>> = { y: "yes", n: "no", m: "maybe" };

/** The requests of the benchmark by PubMed id, which are the keys of its file, in the order of the file. */
async function statesById(): Promise<{ runSpec: RunSpec; states: ReadonlyMap<string, RequestState> }> {
  const bytes = readFileSync(join(shared ?? "", "datasets/pubmed_qa/ori_pqal.json"));
  const run = await pubmedQa.settle({}, noUserFiles);
  const { instances } = await run.load(dataOf({ "pubmed_qa/ori_pqal.json": bytes }));
  const selected = { train: [], evaluation: [...instances] };
  const states = [...buildRequestStates(run.adapterSpec, selected, codePointWindow(128_000))];
  const ids = [...bytes.toString("utf8").matchAll(/^ {4}"(\d+)": \{/gm)].map(([, id = ""]) => id);
  const runSpec = RunSpec.parse({
    name: "pubmed_qa",
    scenario_spec: run.scenarioSpec,
    adapter_spec: run.adapterSpec,
    metric_specs: run.metricSpecs,
  });
  return { runSpec, states: new Map(states.map((state, i) => [ids[i] ?? "", state])) };
}

function answered(state: RequestState | undefined, text: string): RequestState {
  if (state === undefined) throw new Error("the authors name a question that the benchmark lacks");
  const completions = [{ text, logprob: 0, tokens: [] }];
  return { ...state, result: { success: true, embedding: [], cached: false, completions } };
}

test.skipIf(shared === undefined)(
  "the product scores the authors' submissions of PubMedQA in their own words as their code does, except for other spellings",
  { timeout: 60_000 },
  async () => {
    const { ids, runs } = Authors.parse(JSON.parse(readFileSync(join(shared ?? "", "authors/pubmedqa.json"), "utf8")));
    const { runSpec, states } = await statesById();
    const metrics = await loadMetrics(runSpec, metricFor);
    const differing: string[] = [];
    // the official test; on all 1,000 questions the same submissions differ
    for (const { truth, name, predictions, expected } of runs.filter((run) => run.truth === "test500")) {
      if ("exception" in expected) continue;
      const words =
        typeof predictions === "string" ? Array.from(predictions, (letter) => LABELS[letter] ?? "") : predictions;
      const submission = (ids[truth] ?? []).map((id, i) => answered(states.get(id), words[i] ?? ""));
      const { stats } = await scoreRun({ runSpec, states: () => submission, profile: "corrected", metrics });
      const mean = (metric: string) =>
        stats.find((one) => one.name.name === metric && one.name.perturbation === undefined)?.mean?.toFixed(6);
      const ours = `${mean("exact_match")} ${mean("macro_f1")}`;
      const theirs = `${expected.accuracy.toFixed(6)} ${expected.macro_f1.toFixed(6)}`;
      if (ours !== theirs) differing.push(`${name}: ${ours}, theirs ${theirs}`);
    }
    // "Yes" and "yes." are yes here; the authors count each spelling, and "unsure", as a class of its own
    expect(differing).toEqual([
      "Yes_capital_half: 1.000000 1.000000, theirs 0.500000 0.332416",
      "one_unknown_label: 0.998000 0.999395, theirs 0.998000 0.749546",
      "trailing_stop: 1.000000 1.000000, theirs 0.000000 0.000000",
    ]);
  },
);
