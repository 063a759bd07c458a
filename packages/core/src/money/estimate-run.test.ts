import { expect, it } from "vitest";
import { sampleMean } from "./amount.ts";
import { type CandidateFacts, estimateCandidate, estimateJudge, usdOf } from "./estimate-run.ts";

const facts: CandidateFacts = {
  requests: 100,
  promptSample: Array.from({ length: 100 }, () => 93),
  isOwnTokenizer: true,
  form: "closed",
  maxTokens: 1,
  referenceSample: [],
};

it("counts every prompt, and the tokens of a chat template", () => {
  expect(estimateCandidate(facts).promptTokens.expected).toBe(10_000);
});

it("a model whose tokenizer is not here has a wider range", () => {
  const own = estimateCandidate(facts).promptTokens;
  const other = estimateCandidate({ ...facts, isOwnTokenizer: false }).promptTokens;
  expect([own.high, other.high].map(Math.round)).toEqual([11_486, 12_695]);
});

it("earlier answers of the model say how long its answers are", () => {
  const earlier = { promptTokens: 120, completionTokens: 250, answers: 400 };
  const { completionTokens } = estimateCandidate({ ...facts, maxTokens: 4000, earlier });
  expect(completionTokens.expected).toBe(25_000);
  expect(completionTokens.high).toBeCloseTo(26_645, 6);
});

it("thinking is written too, at most as much as the model may think", () => {
  const { completionTokens } = estimateCandidate({ ...facts, thinking: 1000 });
  expect(completionTokens).toEqual({ low: 15_100, expected: 100_100, high: 100_100 });
});

it("without the data, the published length of a prompt counts", () => {
  const { promptTokens } = estimateCandidate({ ...facts, promptSample: [], publishedPrompt: [400, 600] });
  expect(promptTokens).toEqual({ low: 24_000, expected: 50_000, high: 75_000 });
});

it("a judge reads the answer, once for each item of a rubric", () => {
  const answers = estimateCandidate({ ...facts, maxTokens: 5 });
  const judge = estimateJudge({ requestsPerAnswer: 2, promptSample: [200, 200], isOwnTokenizer: true }, answers, 5);
  expect([judge.requests.expected, judge.promptTokens.expected, judge.completionTokens.expected]).toEqual([
    200, 42_400, 36_000,
  ]);
});

it("dollars are those of both kinds of tokens", () => {
  const usd = usdOf(estimateCandidate(facts), { inputUsdPerMillion: 2.5, outputUsdPerMillion: 10 });
  expect(usd.expected).toBeCloseTo(0.026, 10);
});

it("a whole split has no error of a sample, and a part of it has", () => {
  expect(sampleMean([10, 20, 30], 3)).toEqual({ low: 20, expected: 20, high: 20 });
  expect(sampleMean([10, 20, 30], 300)?.high).toBeCloseTo(29.45, 2);
});
