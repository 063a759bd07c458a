import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { jury } from "@medhelm/benchmarks/shared/jury";
import { loadMetrics } from "@medhelm/core/scoring/load-metrics";
import { metricFor } from "@medhelm/benchmarks/registry";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import { ScenarioState } from "@medhelm/core/helm/scenario-state";
import { PerInstanceStats } from "@medhelm/core/helm/stats";
import { judgeAnswer } from "@medhelm/core/judge/jury";
import { juryReader } from "@medhelm/core/judge/rubric";
import { filledPrompt, templateFromPrompts } from "@medhelm/core/judge/template-from-prompts";
import type { Outcome } from "@medhelm/core/run/asking/ask";
import { countCharacters } from "@medhelm/core/scoring/score";
import { scoreRun } from "@medhelm/testing/score-run";
import { expect, test } from "vitest";
import { z } from "zod";
import { oracle, shared } from "../shared.ts";

const JURY_METRIC = "helm.benchmark.metrics.llm_jury_metrics.LLMJuryMetric";

interface Judged {
  readonly label: string;
  readonly folder: string;
  readonly spec: RunSpec;
}

/** Every run of the oracle that a jury has judged. */
function judgedRuns(): Judged[] {
  if (shared === undefined) return [];
  const suites = [
    ["oracle", "oracle-a"],
    ["oracle", "oracle-c"],
    ["oracle-d", "oracle-d"],
    ["oracle-d", "oracle-e"],
  ] as const;
  return suites.flatMap(([archive, suite]) => {
    const folder = join(oracle(archive), "benchmark_output/runs", suite);
    return readdirSync(folder)
      .filter((run) => existsSync(join(folder, run, "run_spec.json")))
      .map((run) => ({ label: `${suite}/${run}`, folder: join(folder, run), spec: specOf(join(folder, run)) }))
      .filter(({ spec }) => spec.metric_specs.some((metric) => metric.class_name === JURY_METRIC));
  });
}
const read = (folder: string, file: string): unknown => JSON.parse(readFileSync(join(folder, file), "utf8"));
const specOf = (folder: string) => RunSpec.parse(read(folder, "run_spec.json"));
const runs = judgedRuns();

/** HELM keeps no raw reply. The stub writes its verdicts in forms that its parser reads alike, and dropped verdicts as no JSON. */
function said(verdict: unknown, way: number): Outcome {
  const json = JSON.stringify(verdict);
  const replies = [
    json,
    `\`\`\`json\n${json}\n\`\`\``,
    `Here you are: ${json} I hope that helps.`,
    json?.slice(0, -1),
    `<rubric_criteria>\n${json}\n</rubric_criteria>`,
  ];
  const text = verdict === undefined ? "I cannot rate {this}." : (replies[way % replies.length] ?? "");
  return {
    kind: "answer",
    result: { success: true, embedding: [], completions: [{ text, logprob: 0, tokens: [] }], cached: false },
    usage: {},
    fromCache: false,
    requestKey: "k",
  };
}

test.skipIf(shared === undefined)("the oracle has runs of eight juries", () => {
  expect(new Set(runs.map(({ spec }) => spec.name.split(/[:,]/, 1)[0])).size).toBe(8);
});

test.skipIf(shared === undefined).each(runs)(
  "$label: the judge's template is read back, and annotations are HELM's, prompt and all",
  async ({ folder, spec }) => {
    const { request_states: states } = ScenarioState.parse(read(folder, "scenario_state.json"));
    const [annotatorSpec] = spec.annotators ?? [];
    const metric = spec.metric_specs.find(({ class_name }) => class_name === JURY_METRIC);
    if (annotatorSpec === undefined || metric === undefined) throw new Error("no jury");
    const name = String(metric.args["scenario_name"]);
    const prompts = states.flatMap((state) => filledPrompt(state, name) ?? []);
    expect(prompts.length).toBeGreaterThan(0);
    const template = templateFromPrompts(prompts.slice(0, 40));
    // HELM's general jury has the template in its spec
    expect(template).toBe(annotatorSpec.args["prompt_template"] ?? template);
    const criteria = { accuracy: "", completeness: "", clarity: "" };
    const { rubric } = jury({ className: annotatorSpec.class_name, name, task: "", criteria });
    const readJury = juryReader([{ ...rubric, template: template ?? "" }]);
    for (const [i, { annotations, ...state }] of states.entries()) {
      const verdicts = new Map(Object.entries(annotations?.[name] ?? {}));
      const ask = async (judge: { readonly name: string }) => said(verdicts.get(judge.name), i + judge.name.length);
      const judged = await judgeAnswer({ annotatorSpec, state, protocol: "helm", readJury, ask });
      expect(judged.name).toBe(name);
      expect(JSON.stringify(judged.annotation)).toBe(JSON.stringify(annotations?.[name]));
    }
  },
);

test.skipIf(shared === undefined).each(runs)(
  "$label: the jury's scores are HELM's within 1e-9",
  async ({ folder, spec }) => {
    const { request_states: states } = ScenarioState.parse(read(folder, "scenario_state.json"));
    const metrics = spec.metric_specs.filter(({ class_name }) => class_name === JURY_METRIC);
    const name = String(metrics[0]?.args["metric_name"]);
    const runSpec = { ...spec, metric_specs: metrics };
    const ours = await scoreRun({
      runSpec,
      states: () => states,
      profile: "helm",
      metrics: await loadMetrics(runSpec, metricFor),
      countTokens: countCharacters,
    });
    const theirs = z.array(PerInstanceStats).parse(read(folder, "per_instance_stats.json"));
    const values = (all: readonly PerInstanceStats[]) =>
      all.flatMap(({ instance_id, stats }) =>
        stats.filter((stat) => stat.name.name === name).map(({ mean }) => [instance_id, mean] as const),
      );
    const expected = new Map(values(theirs));
    expect(expected.size).toBe(states.length);
    for (const [id, value] of values(ours.perInstance)) expect(value).toBeCloseTo(expected.get(id) ?? Number.NaN, 9);
    expect(ours.perInstance).toHaveLength(states.length);
  },
);
