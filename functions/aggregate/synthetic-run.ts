import { RunSpec } from "@medhelm/core/helm/run-spec";
import type { RequestState } from "@medhelm/core/helm/scenario-state";
import { helmJson, writeScenarioState } from "@medhelm/core/helm/write-json";
import { VERDICTS, type Verdict } from "@medhelm/core/judge/verdict";
import { keys } from "@medhelm/core/object-keys";
import { putJson } from "@medhelm/core/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import type { Assembly } from "@medhelm/core/run/assembly";

// For tests and bench/aggregate: a run that is answered and judged and waits for its aggregation, of any size, and always the same.

const JUDGES = ["judge-a", "judge-b"];
const CRITERIA = ["accuracy", "completeness", "clarity"];
const ANNOTATION = "synthetic";
const run = "synthetic:model=m";

const runSpec = RunSpec.parse({
  name: run,
  scenario_spec: { class_name: "Synthetic" },
  adapter_spec: { method: "generation", num_outputs: 1, model: "m", model_deployment: "m" },
  metric_specs: [
    {
      class_name: "helm.benchmark.metrics.basic_metrics.BasicGenerationMetric",
      args: {
        names: ["exact_match", "quasi_exact_match", "prefix_exact_match", "quasi_prefix_exact_match", "f1_score"],
      },
    },
    { class_name: "helm.benchmark.metrics.basic_metrics.BasicReferenceMetric" },
    { class_name: "helm.benchmark.metrics.basic_metrics.InstancesPerSplitMetric" },
    {
      class_name: "helm.benchmark.metrics.llm_jury_metrics.LLMJuryMetric",
      args: {
        metric_name: "synthetic_jury",
        scenario_name: ANNOTATION,
        annotator_models: Object.fromEntries(
          JUDGES.map((name) => [name, { model_name: name, model_deployment: name }]),
        ),
      },
    },
  ],
  annotators: [{ class_name: "SyntheticAnnotator" }],
});

/** Prompts of 1 to 2 kB, a jury of two with three criteria, now and then a failure. Gives the run's name. */
export async function putSyntheticRun(objects: ObjectStore, suite: string, instances: number): Promise<string> {
  const file = (name: string) => keys.runFile(suite, run, name);
  await objects.put(file("run_spec.json"), helmJson(runSpec));
  await objects.put(file("scenario.json"), helmJson({ name: "synthetic", description: "Made up", tags: [] }));
  await putJson(objects, keys.assembly(suite, run), assembly(suite, instances));
  const states = function* () {
    for (let i = 0; i < instances; i++) yield state(i);
  };
  await objects.put(
    file("scenario_state.json"),
    writeScenarioState(runSpec.adapter_spec, states(), runSpec.annotators ?? []),
  );
  return run;
}

function state(i: number): RequestState {
  const draw = numbers(i);
  const answer = words(draw, 4);
  const reply = draw() < 0.5 ? answer : words(draw, 4);
  const failed = draw() < 0.01;
  return {
    instance: {
      input: { text: words(draw, 150 + draw() * 150) },
      references: [
        { output: { text: answer }, tags: ["correct"] },
        { output: { text: words(draw, 4) }, tags: [] },
      ],
      split: "test",
      id: `id${i}`,
      extra_data: { patient: String(Math.floor(i / 3)) },
    },
    train_trial_index: 0,
    request: { ...REQUEST, prompt: words(draw, 150 + draw() * 150) },
    result: {
      success: !failed,
      embedding: [],
      completions: failed ? [] : [{ text: reply, logprob: 0, tokens: [], finish_reason: { reason: "stop" } }],
      cached: false,
      request_time: draw(),
      request_datetime: 1_790_000_000 + i,
      ...(failed ? { error: "timeout" } : {}),
    },
    num_train_instances: 0,
    prompt_truncated: false,
    num_conditioning_tokens: 0,
    ...(failed ? {} : { annotations: annotations(draw) }),
  };
}

const REQUEST: Omit<RequestState["request"], "prompt"> = {
  model_deployment: "m",
  model: "m",
  embedding: false,
  temperature: 0,
  num_completions: 1,
  top_k_per_token: 1,
  max_tokens: 100,
  stop_sequences: [],
  echo_prompt: false,
  top_p: 1,
  presence_penalty: 0,
  frequency_penalty: 0,
};

function annotations(draw: () => number): Record<string, unknown> {
  const verdicts = JUDGES.map((judge): Verdict => {
    const common = { judge, model: judge, modelDeployment: judge, standIn: false, protocol: "fenced" as const };
    if (draw() < 0.01)
      return { kind: "unscored", ...common, attempts: [], reason: "judge_failed", message: "no answer" };
    const scores = Object.fromEntries(
      CRITERIA.map((name) => [name, { score: 1 + Math.floor(draw() * 5), explanation: words(draw, 12) }]),
    );
    const attempts = [{ kind: "reply" as const, reply: JSON.stringify(scores) }];
    return { kind: "scored", ...common, attempts, scores, isRepaired: false };
  });
  const scored = verdicts.flatMap((one) => (one.kind === "scored" ? [[one.judge, one.scores] as const] : []));
  return {
    [ANNOTATION]: { prompt_text: words(draw, 40), ...Object.fromEntries(scored) },
    [VERDICTS]: { [ANNOTATION]: verdicts },
  };
}

function assembly(suite: string, instances: number): Assembly {
  const judges = JUDGES.map((name) => ({ name, model: name, modelDeployment: name, standIn: false }));
  return {
    formatVersion: 1,
    suite,
    run,
    generation: 1,
    runKey: "synthetic",
    benchmark: "synthetic",
    model: "m",
    modelDeployment: "m",
    access: "public",
    category: "Synthetic",
    subcategory: "Synthetic",
    mainMetric: "synthetic_jury",
    mainSplit: "test",
    cluster: { unit: "patient", field: "patient" },
    dataset: { sha256: "0".repeat(64), sources: [] },
    prompts: "own 1",
    protocol: "fenced",
    judges,
    candidateIsBaseline: false,
    coverage: {
      instances,
      requests: instances,
      answered: instances,
      failed: 0,
      verdictsAsked: 2 * instances,
      verdictsScored: 2 * instances,
    },
    tokenizer: "simple/tokenizer1",
    code: { version: "test" },
    execution: { startedAt: "", finishedAt: "", attempts: 1, host: "h" },
  };
}

/** mulberry32: the same for the same seed on every machine. */
function numbers(seed: number): () => number {
  let at = seed;
  return () => {
    at = (at + 0x6d2b79f5) | 0;
    let t = Math.imul(at ^ (at >>> 15), 1 | at);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SYLLABLES = ["ta", "ri", "mol", "en", "kar", "su", "é", "vo", "lin", "pra"];

function words(draw: () => number, count: number): string {
  const word = () =>
    Array.from({ length: 2 + Math.floor(draw() * 2) }, () => SYLLABLES[Math.floor(draw() * 10)]).join("");
  return Array.from({ length: Math.floor(count) }, word).join(" ");
}
