import { allBenchmarks } from "@medhelm/benchmarks/registry";
import { Deployment } from "@medhelm/core/models/deployment";
import type { ModelRegistry } from "@medhelm/core/run/spec/expand";
import type { StoredSubmission } from "@medhelm/core/submission";
import type { MixName } from "./mix-names.ts";

type PlannedRun = StoredSubmission["runs"][number];

/** The load of one run on a service. */
export interface Load {
  readonly instances: number;
  readonly promptTokens: number;
  readonly outputTokens: number;
  /** whether answers go to the three judges */
  readonly isJudged: boolean;
}

/** One run of each of MedHELM's 37 benchmarks. */
const ENTRIES = [
  "medcalc_bench",
  "mtsamples_replicate",
  "medec",
  "head_qa:language=en",
  "medbullets",
  "medhelm_med_qa",
  "medhelm_med_mcqa",
  "aci_bench",
  "mtsamples_procedures",
  "medication_qa",
  "med_dialog:subset=healthcaremagic",
  "medi_qa",
  "pubmed_qa",
  "ehr_sql",
  "race_based_med",
  "medhallu",
  "ehrshot:max_length=100000,subject=guo_readmission",
  "medalign:max_length=100000",
  "dischargeme",
  "mimic_bhc",
  "mimic_rrs",
  "n2c2_ct_matching:subject=ABDOMINAL",
  "mimiciv_billing_code",
  "clear:condition=chronic_pain",
  "shc_ptbm_med",
  "shc_sei_med",
  "chw_care_plan",
  "starr_patient_instructions",
  "shc_conf_med",
  "shc_proxy_med",
  "shc_privacy_med",
  "mental_health",
  "shc_bmt_med",
  "shc_gip_med",
  "shc_cdi_med",
  "shc_ent_med",
  "shc_sequoia_med",
] as const;

/** The maximum number of instances of a run on HELM's leaderboards. */
const MAX_INSTANCES = 1000;

const sizes = new Map((await allBenchmarks()).map(({ card, size }) => [card.name, size]));

/**
 * A run with the published numbers (BenchmarkSize names their sources). It has whole splits up to MAX_INSTANCES, the mean prompt of the paper's
 * models, and outputs of the benchmark's max_tokens.
 */
export function loadOf({ benchmark, judges, load }: Pick<PlannedRun, "benchmark" | "judges" | "load">): Load {
  const { instances, promptTokens } = sizes.get(benchmark) ?? {};
  if (instances === undefined || promptTokens === undefined || load === undefined)
    throw new Error(`no published size of ${benchmark}`);
  const [low, high] = promptTokens;
  return {
    instances: Math.min(instances.high ?? instances.low, MAX_INSTANCES),
    promptTokens: (low + high) / 2,
    outputTokens: load.maxTokens,
    isJudged: judges !== undefined,
  };
}

export interface Model {
  readonly name: string;
  /** absent: served by a provider's API */
  readonly gpuClass?: string;
  readonly weightsGb?: number;
  /** dollars per million tokens; 0 for our own machines */
  readonly inputUsd: number;
  readonly outputUsd: number;
}

const ours = (count: number, gpuClass: string, weightsGb: number): Model[] =>
  Array.from({ length: count }, (_, i) => ({
    name: `served/${gpuClass}-${i + 1}`,
    gpuClass,
    weightsGb,
    inputUsd: 0,
    outputUsd: 0,
  }));
const providers = (count: number, tier: string, inputUsd: number, outputUsd: number): Model[] =>
  Array.from({ length: count }, (_, i) => ({ name: `hosted/${tier}-${i + 1}`, inputUsd, outputUsd }));

/** 40 models: 24 of open weights on our machines, 16 hosted at the prices of three of conf/model_deployments.yaml (August 2026). */
export const MODELS: readonly Model[] = [
  ...ours(12, "gpu-24", 16.4),
  ...ours(6, "gpu-48", 30),
  ...ours(3, "gpu-80", 70),
  ...ours(2, "gpu-4x48", 146),
  ...ours(1, "gpu-8x80", 400),
  ...providers(6, "small", 0.2, 1.2),
  ...providers(6, "middle", 1, 5),
  ...providers(4, "large", 5, 30),
];

/**
 * The jury of the published leaderboards with the substitutes of conf/judges.yaml: two hosted judges, and one of open weights on our own machines.
 * Their prices and classes are in conf/model_deployments.yaml.
 */
export const JUDGES: readonly Model[] = [
  { name: "openai/gpt-5.6-sol", inputUsd: 5, outputUsd: 30 },
  { name: "meta/llama-3.3-70b-instruct", gpuClass: "gpu-8x80", weightsGb: 141, inputUsd: 0, outputUsd: 0 },
  { name: "anthropic/claude-sonnet-4-6", inputUsd: 3, outputUsd: 15 },
];
/** A judge reads the prompt, the answer and the rubric, and writes a verdict. */
export const RUBRIC_TOKENS = 600;
export const VERDICT_TOKENS = 250;

/** The content of a submission: a number of models, each with every benchmark or with one. */
export interface Mix {
  readonly name: string;
  /** whether the i-th submission has one benchmark only */
  readonly hasOneBenchmark?: (i: number) => boolean;
  /** number of models of the i-th submission */
  models(i: number, random: () => number): number;
}
export const MIXES: Readonly<Record<MixName, Mix>> = {
  /** the largest possible submission */
  full: { name: "full", models: () => MODELS.length },
  /** one 8B model, or a neighbour in the list, with every benchmark */
  one: { name: "one", models: () => 1 },
  /** one full leaderboard in 20; a quarter compares five models; the rest tries one */
  mixed: {
    name: "mixed",
    models: (_, random) => {
      const draw = random();
      if (draw < 0.05) return MODELS.length;
      return draw < 0.3 ? 5 : 1;
    },
  },
  /** of 1,000 submissions: one full leaderboard of 1,480 runs, 100 of one model with every benchmark, and 899 of one run */
  day: {
    name: "day",
    models: (i) => (i % 1000 === 500 ? MODELS.length : 1),
    hasOneBenchmark: (i) => i % 1000 !== 500 && i % 10 !== 5,
  },
};

const byName = new Map([...MODELS, ...JUDGES].map((model) => [model.name, model]));
export const modelNamed = (name: string): Model | undefined => byName.get(name);

/** In the form of the service's configuration. */
export function deploymentOf(name: string): Deployment | undefined {
  const model = modelNamed(name);
  if (model === undefined) return undefined;
  const { gpuClass, weightsGb } = model;
  const served =
    gpuClass === undefined || weightsGb === undefined
      ? undefined
      : { gpuClass, weightsGb, repo: name, revision: "0".repeat(40), replicas: REPLICAS[gpuClass] ?? 1 };
  return Deployment.parse({
    name,
    modelName: name,
    trust: "covered",
    client: {
      kind: "openai-chat",
      baseUrl: "https://models.invalid/v1",
      modelSent: name,
      ...(served === undefined ? { apiKeyFrom: { kind: "env", name: "MODELS_API_KEY" } } : {}),
    },
    ...(served === undefined ? {} : { served }),
  });
}

/** maximum array children of one deployment, as in conf/model_deployments.yaml */
const REPLICAS: Readonly<Record<string, number>> = {
  "gpu-24": 4,
  "gpu-48": 2,
  "gpu-80": 2,
  "gpu-4x48": 2,
  "gpu-8x80": 2,
};

export const registry: ModelRegistry = {
  deploymentOf: (model) => model,
  modelOf: (name) => name,
  names: () => MODELS.map(({ name }) => name),
  tags: () => [],
};

/** Every benchmark, or one: submission by submission the next one. */
export function entriesOf({ hasOneBenchmark }: Mix, i: number): readonly string[] {
  if (hasOneBenchmark?.(i) !== true) return ENTRIES;
  const first = i % ENTRIES.length;
  return ENTRIES.slice(first, first + 1);
}

/** Neighbours in the list. Each submission that does not use all models starts at another place. */
export function chosenModels(count: number, i: number): string[] {
  const start = count === MODELS.length ? 0 : i * 7;
  return Array.from({ length: count }, (_, k) => MODELS[(start + k) % MODELS.length]?.name ?? "");
}
