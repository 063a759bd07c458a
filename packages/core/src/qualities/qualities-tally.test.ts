import { expect, test } from "vitest";
import type { PageInstance } from "../release/pages/page.ts";
import { qualitiesTally } from "./qualities-tally.ts";

const instance = (id: string, score: number, more: Partial<PageInstance> = {}): PageInstance => ({
  id,
  trial: 0,
  prompt: "?",
  response: "A",
  mapped: "A",
  references: [],
  stats: { exact_match: score },
  corrected: {},
  judgements: [],
  ...more,
});

function qualitiesOf(instances: readonly PageInstance[], hasProbes = true) {
  const tally = qualitiesTally({ mainMetric: "exact_match", hasProbes });
  for (const one of instances) tally.add(one);
  return tally.found();
}

test("changes of the text and exchanges of an attribute are apart, and both compare with the plain question", () => {
  const found = qualitiesOf([
    instance("1", 1),
    instance("1", 0, { perturbation: "typos", mapped: "B" }),
    instance("1", 1, { perturbation: "swap_sex" }),
    instance("1", 0, { mapped: "C" }),
  ]);
  expect(found.robustness?.changes).toEqual([
    { perturbation: "typos", instances: 1, plain: 1, changed: 0, worst: 0, flips: { share: 1, of: 1 } },
  ]);
  expect(found.counterfactual?.changes).toEqual([
    { perturbation: "swap_sex", instances: 1, plain: 1, changed: 1, worst: 1, flips: { share: 0, of: 1 } },
  ]);
  expect(found.repeats).toEqual({ share: 1, of: 1 });
});

test("a run of closed answers without probabilities shows nothing more than its score", () => {
  expect(qualitiesOf([instance("1", 1), instance("2", 0)])).toEqual({});
});

test("probabilities of the server and stated confidences are calibrated apart", () => {
  const found = qualitiesOf([
    instance("1", 1, { response: "A\nConfidence: 95 %" }),
    instance("2", 0, { stats: { exact_match: 0, logprob: -0.5, max_prob: 0.6 } }),
  ]);
  expect([found.stated?.bins.map(({ from, to }) => [from, to]), found.stated?.answers]).toEqual([[[0.9, 1]], 1]);
  expect([found.calibration?.ece, found.calibration?.answers]).toEqual([0.6, 1]);
});

test("the style is that of free answers and of their correct references, without thinking", () => {
  const { mapped: _, ...free } = instance("1", 1, {
    response: "hm hm It may be flu.",
    thinkingAt: [[0, 5]],
    references: [{ text: "Influenza", correct: true }],
  });
  expect(qualitiesOf([free], false).style).toEqual({
    answers: 1,
    ofAnswers: { words: 4, hedges: 25, longWords: 0 },
    ofReferences: { words: 1, hedges: 0, longWords: 0 },
  });
});

test("an answer to a question with options has no style, even if no option was read", () => {
  const { mapped: _, ...unread } = instance("1", 0, {
    response: "I may be unsure.",
    references: [
      { text: "yes", correct: true },
      { text: "no", correct: false },
    ],
  });
  expect(qualitiesOf([unread]).style).toBeUndefined();
});
