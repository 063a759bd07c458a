import { type Amount, exactly } from "@medhelm/core/money/amount";
import type { BenchmarkSize } from "@medhelm/core/money/benchmark-size";
import { type CapCosts, capCosts } from "@medhelm/core/money/cap-costs";
import { agentAssumption, estimateAgent } from "@medhelm/core/money/estimate-agent";
import {
  type EarlierUse,
  estimateCandidate,
  estimateJudge,
  type TokenAmounts,
  usdOf,
} from "@medhelm/core/money/estimate-run";
import { judgePrompt } from "@medhelm/core/judge/jury";
import { type Jury, judgesOf } from "@medhelm/core/judge/jury-spec";
import { juryReader } from "@medhelm/core/judge/rubric";
import { ExampleRubric } from "@medhelm/core/judge/rubric-items";
import type { RequestState } from "@medhelm/core/helm/scenario-state";
import { imagesOf } from "@medhelm/core/helm/media";
import { promptText } from "@medhelm/core/models/prompt-text";
import { IMAGE_TOKENS } from "@medhelm/core/money/image-tokens";
import type { DataSource } from "@medhelm/core/run/benchmark";
import type { RunPlan } from "@medhelm/core/run/spec/expand";
import type { Wording } from "@medhelm/core/run/spec/wording";
import type { Protocol } from "@medhelm/core/run/profile";
import { UserError } from "@medhelm/core/user-error";
import { type PromptCounter, promptCounter } from "./count-prompt.ts";
import type { PlannedModel } from "./planned-model.ts";
import { type SampledRequests, sampleRequests } from "./sample-requests.ts";
import type { WithoutStored } from "./stored-answers.ts";

/** One role of one run. */
export interface PlannedUse extends TokenAmounts {
  readonly deployment: string;
  readonly model: PlannedModel;
  /** absent: the price is unknown */
  readonly usd?: Amount;
}

export interface PlannedRun {
  readonly run: string;
  /** whose words the prompts are */
  readonly prompts?: Wording;
  /** absent: neither the data nor a published size is here */
  readonly instances?: number;
  /** requests to the candidate whose answers are stored; they are not in `candidate`. An agent's: tasks */
  readonly stored: number;
  /** all requests to the candidate, or tasks of an agent, with the stored ones */
  readonly answers: number;
  readonly candidate: PlannedUse;
  readonly judges: readonly PlannedUse[];
  /** the costs of the whole run as the MedHELM paper counts them; absent: a price or the number of instances is unknown */
  readonly byTokenCaps?: CapCosts;
  /** one sentence each, with what to do */
  readonly problems: readonly string[];
  /** what a run does first, such as a download */
  readonly notes: readonly string[];
}

/** A run downloads the file. */
export class NotDownloaded extends UserError {}

export interface PlanPorts {
  readonly data: DataSource;
  readonly protocol: Protocol;
  readonly sizes: ReadonlyMap<string, BenchmarkSize>;
  modelOf(name: string, model: string, role: "candidate" | "judge"): Promise<PlannedModel>;
  earlierOf(benchmark: string, deployment: string): EarlierUse | undefined;
  readonly withoutStored: WithoutStored;
  /** whether the suite has a sealed run of this name, so that the verdicts on its stored answers are stored, too */
  isSealed(run: string): boolean;
}

/** Estimates one run from its data, or from published sizes if the data is not here. It sends nothing. */
export async function planRun(ports: PlanPorts, plan: RunPlan): Promise<PlannedRun> {
  const { runSpec, benchmark } = plan;
  const problems: string[] = [];
  const notes = benchmark.agent === undefined ? [] : [`${runSpec.name}: ${agentAssumption(benchmark.agent.maxSteps)}`];
  const sampled = await sampleRequests(plan, ports.data).catch((error: unknown) => {
    if (!(error instanceof UserError)) throw error;
    (error instanceof NotDownloaded ? notes : problems).push(error.message);
    return undefined;
  });
  const all = await candidateUse(ports, plan, sampled);
  const left = sampled && (await leftOf(ports, plan, sampled));
  const stored = sampled === undefined || left === undefined ? 0 : sampled.requests - left.requests;
  const candidate = stored === 0 ? all : await candidateUse(ports, plan, left);
  const judged = ports.isSealed(runSpec.name) ? { from: left, answers: candidate } : { from: sampled, answers: all };
  const judges = await judgeUses(ports, plan, judged.from?.sample ?? [], judged.answers);
  const ofModels = [candidate, ...judges].flatMap(({ model }) => model.problemsFor(benchmark.card));
  const instances = sampled?.instances ?? publishedRequests(plan, sizeOf(ports, plan));
  return {
    run: runSpec.name,
    ...(instances === undefined ? {} : { instances }),
    stored,
    answers: sampled?.requests ?? 0,
    candidate,
    judges,
    ...(instances !== undefined && byTokenCaps(instances, all, judges, runSpec.adapter_spec.max_tokens)),
    problems: [...new Set([...problems, ...ofModels])],
    notes,
  };
}

function byTokenCaps(
  instances: number,
  all: PlannedUse,
  judges: readonly PlannedUse[],
  maxTokens: number,
): Pick<PlannedRun, "byTokenCaps"> {
  const judgePrices = judges.flatMap(({ model }) => model.price ?? []);
  if (all.model.price === undefined || judgePrices.length < judges.length) return {};
  const run = {
    instances,
    inputTokens: Math.round(all.promptTokens.expected),
    outputTokens: Math.round(all.requests.expected * maxTokens),
    isJudged: judges.length > 0,
  };
  return { byTokenCaps: capCosts(run, all.model.price, judgePrices) };
}

/** The requests without a stored answer. A sampled run has the share of its sample. */
async function leftOf(ports: PlanPorts, plan: RunPlan, sampled: SampledRequests): Promise<SampledRequests> {
  const sample = await ports.withoutStored(plan, sampled.sample);
  const share = sampled.sample.length === 0 ? 1 : sample.length / sampled.sample.length;
  return { ...sampled, sample, requests: Math.round(sampled.requests * share) };
}

const sizeOf = ({ sizes }: PlanPorts, { benchmark }: RunPlan): BenchmarkSize => sizes.get(benchmark.card.name) ?? {};

async function candidateUse(
  ports: PlanPorts,
  plan: RunPlan,
  sampled: SampledRequests | undefined,
): Promise<PlannedUse> {
  const { runSpec, benchmark } = plan;
  const { model_deployment: deployment, model: modelName, max_tokens: maxTokens } = runSpec.adapter_spec;
  const size = sizeOf(ports, plan);
  const model = await ports.modelOf(deployment, modelName, "candidate");
  const counter = await promptCounter(model);
  const { sample = [], requests = publishedRequests(plan, size) ?? 0 } = sampled ?? {};
  const earlier = ports.earlierOf(benchmark.card.name, deployment);
  const facts = {
    requests,
    promptSample: sample.map((state) => counter.count(promptText(state.request)) + imageTokens(state)),
    ...(size.promptTokens !== undefined && { publishedPrompt: size.promptTokens }),
    isOwnTokenizer: counter.isOwn,
    form: benchmark.card.form,
    maxTokens,
    referenceSample: referencesOf(sample, counter),
    ...thinkingOf(model),
    ...(earlier !== undefined && { earlier }),
  };
  const { agent } = benchmark;
  const tokens =
    agent === undefined
      ? estimateCandidate(facts)
      : estimateAgent({
          ...facts,
          maxSteps: agent.maxSteps,
          toolTokens: agent.tools.length === 0 ? 0 : counter.count(JSON.stringify(agent.tools)),
        });
  return { deployment, model, ...tokens, ...priced(tokens, model) };
}

async function judgeUses(
  ports: PlanPorts,
  { runSpec, benchmark }: RunPlan,
  sample: readonly RequestState[],
  answers: TokenAmounts,
): Promise<PlannedUse[]> {
  const read = juryReader(benchmark.rubrics);
  const uses: PlannedUse[] = [];
  for (const spec of runSpec.annotators ?? [])
    for (const { modelDeployment: deployment, model: modelName } of judgesOf(spec)) {
      const model = await ports.modelOf(deployment, modelName, "judge");
      const facts = await judgeFacts(read(spec), sample, model, ports.protocol);
      const use = estimateJudge({ ...facts, ...thinkingOf(model) }, answers, runSpec.adapter_spec.max_tokens);
      uses.push({ deployment, model, ...use, ...priced(use, model) });
    }
  return uses;
}

const thinkingOf = ({ thinking }: PlannedModel) => (thinking === undefined ? {} : { thinking });

/** The price of nothing is known. */
function priced(tokens: TokenAmounts, { price }: PlannedModel): Pick<PlannedUse, "usd"> {
  if (tokens.requests.high === 0) return { usd: exactly(0) };
  return price === undefined ? {} : { usd: usdOf(tokens, price) };
}

/** The published number of instances within --max-eval-instances. */
function publishedRequests({ runSpec }: RunPlan, { instances }: BenchmarkSize): number | undefined {
  const limit = runSpec.adapter_spec.max_eval_instances;
  const published = instances?.high ?? instances?.low;
  return published === undefined ? limit : Math.min(published, limit ?? published);
}

const imageTokens = ({ request }: RequestState): number => imagesOf(request).length * IMAGE_TOKENS.expected;

/** The tokens of the correct references of open answers. */
function referencesOf(sample: readonly RequestState[], { count }: PromptCounter): number[] {
  return sample.flatMap(({ instance: { references } }) => {
    const [first] = references.filter(({ tags }) => tags.includes("correct"));
    return first === undefined || first.output.text === "" ? [] : [count(first.output.text)];
  });
}

const rubricOf = ({ instance }: RequestState) => ExampleRubric.safeParse(instance.extra_data).data?.rubrics ?? [];

async function judgeFacts(jury: Jury, sample: readonly RequestState[], model: PlannedModel, protocol: Protocol) {
  const { count, isOwn } = await promptCounter(model);
  const items = jury.items === undefined ? [] : sample.map((state) => rubricOf(state).length);
  const itemMean = items.reduce((sum, one) => sum + one, 0) / Math.max(1, items.length);
  return {
    requestsPerAnswer: jury.items === undefined ? 1 : itemMean + (jury.items.comparison === undefined ? 0 : 1),
    promptSample: sample.map(
      (state) => count(judgePrompt(jury, state, "", protocol)) + (jury.seesImages === true ? imageTokens(state) : 0),
    ),
    isOwnTokenizer: isOwn,
  };
}
