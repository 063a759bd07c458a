import type { Price } from "../models/deployment.ts";
import { type Amount, exactly, sampleMean, sumAmounts, timesAmount } from "./amount.ts";

/** Tokens of requests and answers. */
export interface TokenAmounts {
  readonly requests: Amount;
  readonly promptTokens: Amount;
  readonly completionTokens: Amount;
}

/** The tokens that earlier runs of the benchmark used for an answer, on average. */
export interface EarlierUse {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly answers: number;
}

export interface CandidateFacts {
  readonly requests: number;
  /** tokens of sampled prompts by the model's own tokenizer, or by a similar one; empty if the data is not here */
  readonly promptSample: readonly number[];
  /** the published length of a prompt, if the data is not here */
  readonly publishedPrompt?: readonly [low: number, high: number];
  readonly isOwnTokenizer: boolean;
  readonly form: "closed" | "open";
  readonly maxTokens: number;
  /** tokens of the sampled instances' correct references */
  readonly referenceSample: readonly number[];
  /** the most that the model may think, in tokens; absent: it does not think */
  readonly thinking?: number;
  readonly earlier?: EarlierUse;
}

/** The margins of the estimates, each stated in the plan. */
export const MARGINS = {
  /** A chat template adds tokens to a prompt. */
  templateTokens: { low: 0, expected: 7, high: 20 },
  /** Another model's tokenizer counts up to this share more or fewer tokens of English text. */
  otherTokenizer: 0.15,
  /** Published means are of HELM's wording and of other tokenizers. This software's prompts are up to 38 % shorter (MedHallu). */
  published: { below: 0.4, above: 0.25 },
  /** A guess of the tokens of a verdict: one JSON object with an explanation of each criterion. */
  verdict: { low: 60, expected: 180, high: 600 },
  /** A guess of the thinking before an answer. */
  thinking: { low: 150, expected: 1200, high: 6000 },
  /** The spread of the lengths of answers around their mean, as a share of the mean. */
  answerSpread: 0.8,
} as const;

export function estimateCandidate(facts: CandidateFacts): TokenAmounts {
  const requests = exactly(facts.requests);
  const promptTokens = timesAmount(requests, promptOf(facts));
  return { requests, promptTokens, completionTokens: timesAmount(requests, answerOf(facts)) };
}

export function promptOf(facts: CandidateFacts): Amount {
  const { promptSample, requests, isOwnTokenizer, publishedPrompt, earlier } = facts;
  const counted = sampleMean(promptSample, requests, isOwnTokenizer ? 0.02 : MARGINS.otherTokenizer);
  // the model's own count of enough prompts is better than another tokenizer's
  if (earlier !== undefined && earlier.promptTokens > 0 && !(isOwnTokenizer && counted !== undefined))
    return around(earlier.promptTokens, Math.max(0.05, spread(earlier.answers)));
  if (counted !== undefined) return sumAmounts([counted, MARGINS.templateTokens]);
  const [low, high] = publishedPrompt ?? [100, facts.form === "closed" ? 4000 : 12_000];
  const { published } = MARGINS;
  return { low: low * (1 - published.below), expected: (low + high) / 2, high: high * (1 + published.above) };
}

function answerOf(facts: CandidateFacts): Amount {
  const { earlier, maxTokens, thinking } = facts;
  const limit = maxTokens + (thinking ?? 0);
  if (earlier !== undefined && earlier.completionTokens > 0)
    return atMost(around(earlier.completionTokens, Math.max(0.05, spread(earlier.answers))), limit);
  const text = atMost(textOf(facts), maxTokens);
  return thinking === undefined ? text : sumAmounts([text, atMost(MARGINS.thinking, thinking)]);
}

/** The answer without thinking. Short limits are used up; a long answer is about as long as the references, or half of its limit. */
function textOf({ form, maxTokens, referenceSample }: CandidateFacts): Amount {
  if (maxTokens <= 5) return { low: 1, expected: maxTokens, high: maxTokens };
  const reference = sampleMean(referenceSample, Number.POSITIVE_INFINITY)?.expected;
  if (form === "closed") return { low: 1, expected: Math.min(maxTokens, 60 + (reference ?? 0)), high: maxTokens };
  if (reference === undefined) return { low: 0.1 * maxTokens, expected: 0.5 * maxTokens, high: maxTokens };
  return { low: 0.4 * reference, expected: reference, high: Math.max(2.5 * reference, 0.5 * maxTokens) };
}

export interface JudgeFacts {
  /** requests for each answer: 1, or one for each item of a rubric */
  readonly requestsPerAnswer: number;
  /** tokens of a sampled request without the answer */
  readonly promptSample: readonly number[];
  readonly isOwnTokenizer: boolean;
  readonly thinking?: number;
}

/** A judge that is asked once for each answer, or for each item of it. A repeated request is not counted. */
export function estimateJudge(facts: JudgeFacts, answers: TokenAmounts, answerLimit: number): TokenAmounts {
  const requests = timesAmount(answers.requests, exactly(facts.requestsPerAnswer));
  const margin = facts.isOwnTokenizer ? 0.02 : MARGINS.otherTokenizer;
  const sampled = sampleMean(facts.promptSample, requests.expected, margin);
  const question = sampled ?? { low: 300, expected: 1200, high: 6000 };
  const share = 1 / Math.max(1, answers.requests.expected);
  const answer = atMost(timesAmount(answers.completionTokens, exactly(share)), answerLimit);
  const prompt = sumAmounts([question, answer, MARGINS.templateTokens]);
  const thinking = facts.thinking === undefined ? [] : [atMost(MARGINS.thinking, facts.thinking)];
  return {
    requests,
    promptTokens: timesAmount(requests, prompt),
    completionTokens: timesAmount(requests, sumAmounts([MARGINS.verdict, ...thinking])),
  };
}

/** Dollars of tokens at a price. */
export const usdOf = (tokens: TokenAmounts, { inputUsdPerMillion, outputUsdPerMillion }: Price): Amount =>
  sumAmounts([
    timesAmount(tokens.promptTokens, exactly(inputUsdPerMillion / 1e6)),
    timesAmount(tokens.completionTokens, exactly(outputUsdPerMillion / 1e6)),
  ]);

export const around = (value: number, share: number): Amount => ({
  low: value * (1 - share),
  expected: value,
  high: value * (1 + share),
});

/** The 90 % margin of a mean over this number of answers. */
export const spread = (answers: number): number => Math.min(0.9, (1.645 * MARGINS.answerSpread) / Math.sqrt(answers));

export const atMost = ({ low, expected, high }: Amount, limit: number): Amount => ({
  low: Math.min(low, limit),
  expected: Math.min(expected, limit),
  high: Math.min(high, limit),
});
