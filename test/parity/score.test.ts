import { createReadStream, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadMetrics } from "@medhelm/core/scoring/load-metrics";
import { metricFor } from "@medhelm/benchmarks/registry";
import { readElements } from "@medhelm/core/helm/read-elements";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import { RequestState } from "@medhelm/core/helm/scenario-state";
import { Stat } from "@medhelm/core/helm/stats";
import { scoreRun } from "@medhelm/testing/score-run";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { oracle, shared, whyNoShared } from "../shared.ts";
import { withoutNoiseOfPow } from "./single-values.ts";

async function* statesOf(folder: string): AsyncGenerator<RequestState> {
  const chunks = createReadStream(join(folder, "scenario_state.json"));
  for await (const element of readElements(chunks, "request_states")) yield RequestState.parse(element);
}

function json(folder: string, file: string): unknown {
  return JSON.parse(readFileSync(join(folder, file), "utf8"));
}

async function scored(folder: string) {
  const runSpec = RunSpec.parse(json(folder, "run_spec.json"));
  return scoreRun({
    runSpec,
    states: () => statesOf(folder),
    profile: "helm",
    metrics: await loadMetrics(runSpec, metricFor),
  });
}

function runsOf(suite: string, name: "oracle" | "oracle-d"): { run: string; folder: string }[] {
  if (shared === undefined) return [];
  const root = join(oracle(name), "benchmark_output/runs", suite);
  const runs = readdirSync(root).filter((run) => run.includes(":model="));
  return runs.map((run) => ({ run: `${suite}/${run}`, folder: join(root, run) }));
}

const all = [
  ...runsOf("oracle-a", "oracle"),
  ...runsOf("oracle-c", "oracle"),
  ...runsOf("oracle-d", "oracle-d"),
  ...runsOf("oracle-e", "oracle-d"),
];
const isWhole =
  /\/(pubmed_qa|EM-BENCH|medcalc_bench|medec|mimiciv_billing_code|ehr_sql|clear|ehrshot|n2c2_ct_matching|shc_\w+)[:,]/;

// Compares parsed JSON with times: the scenario state has HELM's request_time, and our sums keep its order.
describe.skipIf(shared === undefined)(`HELM's run folders (${shared ? "found" : whyNoShared})`, () => {
  test.each(all.filter(({ run }) => isWhole.test(run)))("$run has HELM's stats, one for one", async (one) => {
    const ours = await scored(one.folder);
    expect(ours.absent).toEqual({});
    expect(ours.stats).toEqual(json(one.folder, "stats.json"));
    expect(ours.perInstance).toEqual(json(one.folder, "per_instance_stats.json"));
  });

  test.each(all.filter(({ run }) => !isWhole.test(run)))(
    "$run has HELM's stats of the metrics that are built, and names the others",
    async (one) => {
      const ours = await scored(one.folder);
      const built = new Set(ours.stats.map(({ name }) => name.name));
      const theirs = z.array(Stat).parse(json(one.folder, "stats.json"));
      const theirRecords = withoutNoiseOfPow(json(one.folder, "per_instance_stats.json"));
      expect(ours.stats).toEqual(theirs.filter(({ name }) => built.has(name.name)));
      expect(ours.perInstance).toEqual(theirRecords.filter(({ stats }) => built.has(stats[0]?.name.name ?? "")));
      // HELM computes these only with a GPU
      const absent = Object.keys(ours.absent).filter((name) => !/^(?:BERTScore-[PRF]|summac)$/.test(name));
      expect(absent.length > 0).toBe(theirs.some(({ name }) => !built.has(name.name)));
    },
  );
});
