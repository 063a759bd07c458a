import type { Card } from "../run/card.ts";
import type { Deployment } from "../models/deployment.ts";
import type { GpuClass } from "../jobs/gpu-class.ts";
import type { StoredSubmission } from "../submission.ts";
import type { BenchmarkSize } from "./benchmark-size.ts";
import { withReasoningAllowance } from "../models/reasoning-allowance.ts";
import { MARGINS } from "./estimate-run.ts";
import { toUsd } from "./micro-usd.ts";
import type { Quote, QuoteLine, QuoteRange } from "./quote.ts";

/** The part of a deployment that a quote reads. Only a whole one says whether its model thinks. */
export type PricedDeployment = Deployment | Partial<Pick<Deployment, "price" | "served" | "client">>;

/** The part of the service's configuration that a quote needs: no data set, and nothing that takes long to load. */
export interface PriceList {
  find(deployment: string, role?: "candidate" | "judge"): PricedDeployment | undefined;
  readonly gpuClasses: readonly GpuClass[];
}

/** The part of a benchmark that a quote reads. */
export interface QuotedBenchmark {
  readonly card: Pick<Card, "form">;
  readonly size?: BenchmarkSize;
}
type Run = StoredSubmission["runs"][number];
type RunLoad = NonNullable<Run["load"]>;

/** Guesses; the quote lists each of them. */
const GUESS = {
  /** tokens of a prompt if the benchmark has no published size */
  promptTokens: { closed: { low: 100, high: 4000 }, open: { low: 100, high: 12_000 } },
  /** The margin for other tokenizers and for our own wording of the published prompts. */
  promptFactor: { low: 1 - MARGINS.published.below, high: 1.5 },
  /** The fewest tokens of an open answer, unless the run's limit is lower. */
  openAnswer: 50,
  /** tokens that a rubric adds to question and answer */
  rubricTokens: { low: 300, high: 2500 },
  /** tokens that a chat template adds to a prompt */
  templateTokens: 20,
  /** bytes of a benchmark's longest prompt for each token of its mean prompt; at most 20 in the public benchmarks */
  longestPromptBytes: 24,
  /** bytes of a token of other texts */
  tokenBytes: 5,
  verdictTokens: { low: 50, high: 4096 },
  /** a judge is asked again after an unreadable verdict */
  requestsPerVerdict: { low: 1, high: 2 },
  /** tokens of the results that an agent's tools give in a step */
  stepResults: 2_000,
  /** tokens a second on one GPU, over all requests in flight */
  promptSpeed: { low: 3000, high: 30_000 },
  answerSpeed: { low: 300, high: 4000 },
  /** hours until a machine has started and loaded the weights */
  startHours: { low: 5 / 60, high: 25 / 60 },
} as const;

const ASSUMPTIONS = [
  "The range is no estimate of the likely cost: low and high are bounds, and the high is reserved if the service counts dollars. medhelm plan reads the data and estimates the cost with a 90 % range.",
  "Instances and prompt tokens: those of MedHELM's published leaderboard (low: 0.6 of the published mean, high: 1.5), within maxEvalInstances. For other benchmarks, a guess: 100 to 4,000 tokens a prompt for closed answers and 100 to 12,000 for open ones. Your own templates, data, rubrics and system message: high is one token a byte.",
  "Answers: high is every answer at the run's maximum length, with the whole room for thinking if the model's entry says that it thinks; low is a guess of 1 token for closed and 50 for open answers.",
  "Judges: the question, the answer and a rubric of 300 to 2,500 tokens, verdicts of 50 to 4,096 tokens; high counts every verdict requested twice. Guesses except for the limit of 4,096.",
  "GPU hours, all guesses: a GPU reads 3,000 to 30,000 and writes 300 to 4,000 tokens a second over all requests in flight; 5 to 25 minutes until it answers. Low is at the Spot price, high at the on-demand price; interruptions are not included.",
  "A job reserves one token a byte for a request until its tokens are counted. The high contains such a reservation for one request of each run and each of its judges: a prompt of 24 bytes for each token of the published mean (a guess), and 5 bytes a token of rubrics and answers.",
  "The limit of a submission (its budgetUsd, otherwise the high of its quote if the service counts dollars) covers tokens and machines together. A job stops before it exceeds the limit, its runs state the reason, and no answer is lost.",
  "Stored answers cost nothing; the quote assumes that none are stored.",
] as const;

/**
 * Bounds the cost from names, cards and tables; it loads no data. The API reserves the high, so it is the most that the runs can cost. It is not the
 * 90 % range of medhelm plan (estimate-run.ts), which reads the data. An unknown amount has no upper bound.
 */
export function makeQuote(
  runs: readonly Run[],
  benchmarks: ReadonlyMap<string, QuotedBenchmark>,
  prices: PriceList,
): Quote {
  const candidates = new Map<string, Load>();
  const judges = new Map<string, Load>();
  for (const run of runs) {
    const { card, size = {} } = benchmarks.get(run.benchmark) ?? {};
    const form = card?.form ?? "open";
    const load = candidateLoad(run, form, size);
    const candidate = prices.find(run.modelDeployment, "candidate");
    add(candidates, run.modelDeployment, withThinking(load, candidate, run.load?.reasoningEffort));
    for (const judge of run.judges ?? [])
      add(judges, judge, withThinking(judgeLoad(run, size, load), prices.find(judge, "judge")));
  }
  const lines = (loads: ReadonlyMap<string, Load>, role: "candidate" | "judge") =>
    [...loads].map(([deployment, load]) =>
      quoteLine(deployment, load, prices.find(deployment, role), prices.gpuClasses),
    );
  const [ofCandidates, ofJudges] = [lines(candidates, "candidate"), lines(judges, "judge")];
  const all = [...ofCandidates, ...ofJudges];
  const withoutPrice = new Set(all.filter(({ cost }) => cost === undefined).map(({ deployment }) => deployment));
  const usd = inUsd(sum(all.flatMap(({ cost }) => cost ?? [])));
  return {
    candidates: ofCandidates.map(printed),
    judges: ofJudges.map(printed),
    gpuHours: sum(all.flatMap(({ gpuHours }) => gpuHours ?? [])),
    usd: withoutPrice.size === 0 ? usd : { low: usd.low },
    withoutPrice: [...withoutPrice],
    assumptions: [...ASSUMPTIONS, ...ofAgents(runs), ...unknownSizes(runs, benchmarks)],
  };
}

interface Load {
  readonly runs: number;
  readonly requests: QuoteRange;
  readonly promptTokens: QuoteRange;
  readonly completionTokens: QuoteRange;
  /** bytes of the longest request of each run: a worker reserves as many tokens for it (worstMicroUsd) */
  readonly longestBytes: number;
}

function candidateLoad({ load }: Run, form: Card["form"], { instances, promptTokens }: BenchmarkSize): Load {
  const guess = GUESS.promptTokens[form];
  const [low, high] = promptTokens ?? [guess.low, guess.high];
  const factor = promptTokens === undefined ? { low: 1, high: 1 } : GUESS.promptFactor;
  const { maxInstances, requestsPerInstance: each = 1, steps, maxTokens: longest }: Partial<RunLoad> = load ?? {};
  const tasks = times(instancesWithin(instances, maxInstances), { low: each, high: each });
  const shortest = Math.min(form === "closed" ? 1 : GUESS.openAnswer, longest ?? GUESS.openAnswer);
  const read = promptTokensOf(tasks, { low: low * factor.low, high: high * factor.high }, load);
  const requests = times(tasks, { low: 1, high: steps?.most ?? 1 });
  return {
    runs: 1,
    requests,
    promptTokens: readInSteps(tasks, read, steps, longest),
    completionTokens: times(requests, { low: shortest, ...(longest === undefined ? {} : { high: longest }) }),
    longestBytes: longestPrompt(promptTokens?.[1] ?? guess.high, promptTokens !== undefined, load) + stepBytes(load),
  };
}

/** The tokens that a step adds to the prompt of the next one, at most. */
const stepTokens = (longest: number): number => longest + GUESS.stepResults + GUESS.templateTokens;

/** The bytes that the tools and all earlier steps add to the prompt of an agent's last step. */
function stepBytes({ steps, maxTokens = 0 }: Partial<RunLoad> = {}): number {
  return steps === undefined ? 0 : steps.toolBytes + (steps.most - 1) * stepTokens(maxTokens) * GUESS.tokenBytes;
}

/** Low: a task ends after one step. High: it ends at its limit, and each step sends the task, the tools and all earlier steps. */
function readInSteps(
  tasks: QuoteRange,
  { low, high }: QuoteRange,
  steps: RunLoad["steps"],
  longest: number | undefined,
): QuoteRange {
  if (steps === undefined) return high === undefined ? { low } : { low, high };
  const { most, toolBytes } = steps;
  if (high === undefined || tasks.high === undefined || longest === undefined) return { low };
  const earlier = (most * (most - 1)) / 2;
  return { low, high: high * most + tasks.high * (toolBytes * most + stepTokens(longest) * earlier) };
}

function ofAgents(runs: readonly Run[]): string[] {
  if (runs.every(({ load }) => load?.steps === undefined)) return [];
  return [
    `Agents: a task has 1 step (low) to the limit of steps (high). Each step sends the tools, the task and all earlier steps again, with ${GUESS.stepResults} tokens of results a step (a guess).`,
  ];
}

/** The submitter's own texts are counted by their bytes already. */
function longestPrompt(tokens: number, isMean: boolean, load: Run["load"]): number {
  if (load?.ownText?.all !== undefined) return 0;
  return tokens * (isMean ? GUESS.longestPromptBytes : GUESS.tokenBytes);
}

/** The submitter's own texts have at most one token a byte. Other prompts are as long as the published ones. */
function promptTokensOf(requests: QuoteRange, published: { low: number; high: number }, load: Run["load"]): QuoteRange {
  const { each = 0, all } = load?.ownText ?? {};
  if (all === undefined) return times(requests, { low: published.low, high: published.high + each });
  const texts = all * (load?.requestsPerInstance ?? 1);
  const { high } = times(requests, { low: 0, high: each + GUESS.templateTokens });
  const low = requests.low * published.low;
  return high === undefined ? { low } : { low: Math.min(low, high + texts), high: high + texts };
}

/** The room for thinking is written at most in full (decision 0018). A submission runs under protocol fenced. */
function withThinking(load: Load, found: PricedDeployment | undefined, effort?: string): Load {
  if (found === undefined || !("name" in found)) return load;
  const settings = { ...found.settings, ...(effort !== undefined && { reasoningEffort: effort }) };
  const { reasoningAllowance = 0 } = withReasoningAllowance({ ...found, settings }, "fenced").settings ?? {};
  const thinking = times(load.requests, { low: 0, high: reasoningAllowance });
  return { ...load, completionTokens: sum([load.completionTokens, thinking]) };
}

function instancesWithin(published: QuoteRange | undefined, limit: number | undefined): QuoteRange {
  const low = Math.min(published?.low ?? 1, limit ?? Number.POSITIVE_INFINITY);
  const highs = [published?.high, limit].filter((high) => high !== undefined);
  return highs.length === 0 ? { low } : { low, high: Math.min(...highs) };
}

function judgeLoad({ load }: Run, { rubricItems = { low: 1, high: 1 } }: BenchmarkSize, candidate: Load): Load {
  const requestsPerAnswer = times(rubricItems, GUESS.requestsPerVerdict);
  const requests = times(candidate.requests, requestsPerAnswer);
  return {
    runs: 1,
    requests,
    promptTokens: sum([
      times(requests, { ...GUESS.rubricTokens, high: Math.max(GUESS.rubricTokens.high, load?.ownText?.rubric ?? 0) }),
      times(sum([candidate.promptTokens, candidate.completionTokens]), requestsPerAnswer),
    ]),
    completionTokens: times(requests, GUESS.verdictTokens),
    longestBytes: candidate.longestBytes + GUESS.tokenBytes * (GUESS.rubricTokens.high + (load?.maxTokens ?? 0)),
  };
}

function add(loads: Map<string, Load>, deployment: string, load: Load): void {
  const before = loads.get(deployment);
  if (before === undefined) loads.set(deployment, load);
  else
    loads.set(deployment, {
      runs: before.runs + 1,
      requests: sum([before.requests, load.requests]),
      promptTokens: sum([before.promptTokens, load.promptTokens]),
      completionTokens: sum([before.completionTokens, load.completionTokens]),
      longestBytes: before.longestBytes + load.longestBytes,
    });
}

/** A line before its cost is converted to dollars. */
interface CostLine extends Omit<QuoteLine, "usd"> {
  /** whole millionths of a dollar, rounded up to hundredths of a cent; absent if the deployment has no price */
  readonly cost?: QuoteRange;
}

const printed = ({ cost, ...line }: CostLine): QuoteLine => (cost === undefined ? line : { ...line, usd: inUsd(cost) });

function quoteLine(
  deployment: string,
  load: Load,
  found: ReturnType<PriceList["find"]>,
  gpuClasses: readonly GpuClass[],
): CostLine {
  const { requests, promptTokens, completionTokens, longestBytes } = load;
  const tokens = {
    deployment,
    runs: load.runs,
    requests: roundedUp(requests),
    promptTokens: roundedUp(promptTokens),
    completionTokens: roundedUp(completionTokens),
  };
  if (found?.price !== undefined) {
    const { inputUsdPerMillion: input, outputUsdPerMillion: output, asOf } = found.price;
    // a price per million tokens in dollars is a price per token in millionths of a dollar
    const cost = sum([
      times(promptTokens, { low: input, high: input }),
      times(completionTokens, { low: output, high: output }),
      { low: 0, high: longestBytes * input },
    ]);
    const dated = asOf === undefined ? "without a date" : `as of ${asOf}`;
    return {
      ...tokens,
      cost: inHundredthsOfCents(cost),
      price: `$${input} a million tokens read, $${output} written, ${dated}`,
    };
  }
  const gpus = gpuClasses.find(({ name }) => name === found?.served?.gpuClass);
  if (gpus !== undefined) {
    const { spotUsdPerHour: spot, onDemandUsdPerHour: onDemand, asOf } = gpus.price;
    const gpuHours = gpuHoursOf(load, gpus);
    const cost = times(gpuHours, { low: spot * 1e6, high: onDemand * 1e6 });
    return {
      ...tokens,
      gpuHours: rounded(times(gpuHours, { low: gpus.gpus, high: gpus.gpus })),
      cost: inHundredthsOfCents(cost),
      price: `${gpus.name}: $${spot} (Spot) to $${onDemand} (on demand) an hour of a machine with ${gpus.gpus} GPU, as of ${asOf}`,
    };
  }
  if (found?.client?.kind === "builtin") return { ...tokens, cost: { low: 0, high: 0 }, price: "built in: free" };
  return { ...tokens, price: "no price" };
}

/** Hours of one machine. */
function gpuHoursOf({ promptTokens, completionTokens }: Load, { gpus }: GpuClass): QuoteRange {
  const perHour = (speed: QuoteRange): QuoteRange => ({
    low: 1 / ((speed.high ?? speed.low) * gpus * 3600),
    high: 1 / (speed.low * gpus * 3600),
  });
  return sum([
    times(promptTokens, perHour(GUESS.promptSpeed)),
    times(completionTokens, perHour(GUESS.answerSpeed)),
    GUESS.startHours,
  ]);
}

function unknownSizes(runs: readonly Run[], benchmarks: ReadonlyMap<string, QuotedBenchmark>): string[] {
  const withoutSize = runs.filter(
    ({ benchmark, load }) =>
      instancesWithin(benchmarks.get(benchmark)?.size?.instances, load?.maxInstances).high === undefined,
  );
  if (withoutSize.length === 0) return [];
  const names = [...new Set(withoutSize.map(({ benchmark }) => benchmark))];
  return [
    `The number of instances of these benchmarks is unknown, so there is no high: ${names.join(", ")}. Set maxEvalInstances to get one.`,
  ];
}

function times(a: QuoteRange, b: QuoteRange): QuoteRange {
  const low = a.low * b.low;
  return a.high === undefined || b.high === undefined ? { low } : { low, high: a.high * b.high };
}

function sum(ranges: readonly QuoteRange[]): QuoteRange {
  const low = ranges.reduce((all, range) => all + range.low, 0);
  const highs = ranges.flatMap(({ high }) => high ?? []);
  return highs.length < ranges.length ? { low } : { low, high: highs.reduce((all, one) => all + one, 0) };
}

const roundedUp = (range: QuoteRange): QuoteRange => mapped(range, Math.ceil);
/** Rounds up to four decimals. */
const rounded = (range: QuoteRange): QuoteRange => mapped(range, (value) => Math.ceil(value * 1e4 - 1e-6) / 1e4);
/** Rounds millionths of a dollar up to hundredths of a cent. */
const inHundredthsOfCents = (range: QuoteRange): QuoteRange =>
  mapped(range, (microUsd) => Math.ceil(microUsd / 100 - 1e-6) * 100);
const inUsd = (range: QuoteRange): QuoteRange => mapped(range, toUsd);

function mapped({ low, high }: QuoteRange, change: (value: number) => number): QuoteRange {
  return high === undefined ? { low: change(low) } : { low: change(low), high: change(high) };
}
