import { Deployment } from "@medhelm/core/run/deployment";
import type { ModelRegistry } from "@medhelm/core/run/expand";

/** One of MedHELM's 37 benchmarks, as a run of it loads a service. */
export interface Load {
  /** benchmark:arguments, without a model */
  readonly entry: string;
  readonly instances: number;
  readonly promptTokens: number;
  readonly outputTokens: number;
  /** answers go to the three judges */
  readonly isJudged: boolean;
}

const closed = (entry: string, instances: number, promptTokens: number, outputTokens = 1): Load => ({
  entry,
  instances,
  promptTokens,
  outputTokens,
  isJudged: false,
});
const open = (entry: string, instances: number, promptTokens: number, outputTokens: number): Load => ({
  ...closed(entry, instances, promptTokens, outputTokens),
  isJudged: true,
});

/**
 * One run of each benchmark of the leaderboard. Sizes are orders of magnitude, rounded: instances by HELM's cap and what the
 * data sets hold, prompt tokens by the kind of text (question, note, chart), output tokens at most the benchmark's max_tokens.
 */
export const LOADS: readonly Load[] = [
  closed("medcalc_bench", 1000, 600, 10),
  open("mtsamples_replicate", 100, 800, 512),
  closed("medec", 600, 300, 256),
  closed("head_qa:language=en", 1000, 150),
  closed("medbullets", 300, 350),
  closed("medhelm_med_qa", 1000, 250),
  closed("medhelm_med_mcqa", 1000, 100),
  open("aci_bench", 120, 1_700, 768),
  open("mtsamples_procedures", 130, 300, 512),
  open("medication_qa", 700, 30, 512),
  open("med_dialog:subset=healthcaremagic", 1000, 250, 80),
  open("medi_qa", 150, 40, 1024),
  closed("pubmed_qa", 1000, 350),
  closed("ehr_sql", 1000, 1_100, 1024),
  closed("race_based_med", 170, 500),
  closed("medhallu", 1000, 700, 5),
  closed("ehrshot:max_length=100000,subject=guo_readmission", 1000, 33_000),
  open("medalign:max_length=100000", 170, 68_000, 256),
  open("dischargeme", 1000, 3_700, 300),
  open("mimic_bhc", 100, 650, 1024),
  open("mimic_rrs", 1000, 200, 128),
  closed("n2c2_ct_matching:subject=ABDOMINAL", 90, 3_800),
  closed("mimiciv_billing_code", 1000, 2_100, 256),
  closed("clear:condition=chronic_pain", 100, 500),
  closed("shc_ptbm_med", 400, 300),
  closed("shc_sei_med", 900, 800),
  open("chw_care_plan", 500, 800, 768),
  open("starr_patient_instructions", 360, 2_600, 256),
  closed("shc_conf_med", 1000, 2_000),
  closed("shc_proxy_med", 300, 200),
  closed("shc_privacy_med", 300, 250),
  open("mental_health", 70, 700, 512),
  closed("shc_bmt_med", 220, 2_000),
  closed("shc_gip_med", 1000, 23_000),
  closed("shc_cdi_med", 1000, 63_000),
  closed("shc_ent_med", 1000, 15_000),
  closed("shc_sequoia_med", 330, 40_000),
];

export interface Model {
  readonly name: string;
  /** absent: asked over a provider's API */
  readonly gpuClass?: string;
  readonly weightsGb?: number;
  /** dollars a million tokens; 0 where it is ours */
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
 * The jury of the published leaderboards with the substitutes that conf/judges.yaml names: two hosted, one of open weights on our
 * own machines (conf/model_deployments.yaml has their prices and classes).
 */
export const JUDGES: readonly Model[] = [
  { name: "openai/gpt-5.6-sol", inputUsd: 5, outputUsd: 30 },
  { name: "meta/llama-3.3-70b-instruct", gpuClass: "gpu-8x80", weightsGb: 141, inputUsd: 0, outputUsd: 0 },
  { name: "anthropic/claude-sonnet-4-6", inputUsd: 3, outputUsd: 15 },
];
/** A judge reads the prompt, the answer and the rubric, and writes a verdict. */
export const RUBRIC_TOKENS = 600;
export const VERDICT_TOKENS = 250;

/** What a submission asks for: how many of the models, with every benchmark. */
export interface Mix {
  readonly name: string;
  /** number of models of the i-th submission */
  models(i: number, random: () => number): number;
}
export const MIXES: Readonly<Record<string, Mix>> = {
  /** the largest thing that can be asked for */
  full: { name: "full", models: () => MODELS.length },
  /** one model of 8B, or a neighbour of it, with every benchmark */
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
};

const byName = new Map([...MODELS, ...JUDGES].map((model) => [model.name, model]));
export const modelNamed = (name: string): Model | undefined => byName.get(name);

/** As the service's configuration would say it. */
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

/** array children of one deployment at most, as conf/model_deployments.yaml has them */
const REPLICAS: Readonly<Record<string, number>> = {
  "gpu-24": 4,
  "gpu-48": 2,
  "gpu-80": 2,
  "gpu-4x48": 2,
  "gpu-8x80": 2,
};

export const registry: ModelRegistry = {
  deploymentsOf: (model) => model,
  modelOf: (name) => name,
  names: () => MODELS.map(({ name }) => name),
  tags: () => [],
};
