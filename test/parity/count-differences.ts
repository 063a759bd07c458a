import { createReadStream, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { metricFor } from "@medhelm/benchmarks/registry";
import { readElements } from "@medhelm/core/helm/read-elements";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import { RequestState } from "@medhelm/core/helm/scenario-state";
import { loadMetrics } from "@medhelm/core/scoring/load-metrics";
import { UserError } from "@medhelm/core/user-error";
import { type ScoredRun, scoreRun } from "@medhelm/testing/score-run";
import { oracle, shared, whyNoShared } from "../shared.ts";

interface Counts {
  answers: number;
  differ: number;
  higher: number;
}

/** Metrics that repeat another one, or count what a reply abstains from. */
const REPEATED = /@|^(?:quasi_|prefix_)|_validity$|_total_predicted/;
const isShown = (benchmark: string, metric: string): boolean =>
  !REPEATED.test(metric) || (benchmark === "EM-BENCH" && metric === "quasi_prefix_exact_match");

/** Plain replies of a stub model, and difficult ones that are easily misread. */
const SUITES = [
  { suite: "oracle-a", archive: "oracle", replies: "plain" },
  { suite: "oracle-c", archive: "oracle", replies: "difficult" },
  { suite: "oracle-d", archive: "oracle-d", replies: "plain" },
  { suite: "oracle-e", archive: "oracle-d", replies: "difficult" },
] as const;

async function* statesOf(folder: string): AsyncGenerator<RequestState> {
  const chunks = createReadStream(join(folder, "scenario_state.json"));
  for await (const element of readElements(chunks, "request_states")) yield RequestState.parse(element);
}

/** Instance and trial -> metric -> value. */
function valuesOf({ perInstance }: ScoredRun): Map<string, Map<string, number | undefined>> {
  const values = new Map<string, Map<string, number | undefined>>();
  for (const { instance_id: id, train_trial_index: trial, perturbation, stats } of perInstance) {
    const key = JSON.stringify([id, trial, perturbation]);
    const byMetric = values.get(key) ?? new Map<string, number | undefined>();
    for (const { name, mean } of stats) byMetric.set(name.name, mean);
    values.set(key, byMetric);
  }
  return values;
}

async function addRun(folder: string, benchmark: string, replies: string, counts: Map<string, Counts>): Promise<void> {
  const runSpec = RunSpec.parse(JSON.parse(readFileSync(join(folder, "run_spec.json"), "utf8")));
  const metrics = await loadMetrics(runSpec, metricFor);
  const score = (profile: "helm" | "corrected") =>
    scoreRun({ runSpec, states: () => statesOf(folder), profile, metrics });
  const [helm, corrected] = [valuesOf(await score("helm")), valuesOf(await score("corrected"))];
  for (const [key, byMetric] of helm)
    for (const [metric, before] of byMetric) {
      const others = corrected.get(key);
      if (others?.has(metric) !== true || !isShown(benchmark, metric)) continue;
      const after = others.get(metric);
      const name = `${benchmark} (${replies}) ${metric}`;
      const one = counts.get(name) ?? { answers: 0, differ: 0, higher: 0 };
      one.answers++;
      if (before !== after) one.differ++;
      if (before !== undefined && after !== undefined && after > before) one.higher++;
      counts.set(name, one);
    }
}

/** Prints a table of the scores of these benchmarks, or of all, that differ. @throws UserError without the reference data */
export async function countDifferences(benchmarks: readonly string[]): Promise<void> {
  if (shared === undefined) throw new UserError(`${whyNoShared}; put it there or name it in MEDHELM_SHARED`);
  const counts = new Map<string, Counts>();
  for (const { suite, archive, replies } of SUITES) {
    const root = join(oracle(archive), "benchmark_output/runs", suite);
    for (const run of readdirSync(root).filter((name) => name.includes("model="))) {
      const benchmark = run.split(/[:,]/, 1)[0] ?? run;
      if (benchmarks.length === 0 || benchmarks.includes(benchmark))
        await addRun(join(root, run), benchmark, replies, counts);
    }
  }
  console.log("score                                                      answers  differ  higher in corrected");
  for (const [name, { answers, differ, higher }] of [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    if (differ > 0)
      console.log(`${name.padEnd(58)} ${String(answers).padEnd(8)} ${String(differ).padEnd(7)} ${higher}`);
}
