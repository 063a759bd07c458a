import { expect, test } from "vitest";
import { judgeTokens } from "./judge-tokens.ts";
import { spentSoFar } from "./spent-so-far.ts";

const price = { inputUsdPerMillion: 1, outputUsdPerMillion: 2 };
const judge = { name: "gpt", model: "a/j", modelDeployment: "a/j", sameFamily: false, standIn: false };

function counts(judged: number) {
  const tokens = judgeTokens();
  if (judged > 0) tokens.add({ judge: 0, usage: { promptTokens: judged, completionTokens: 1 } });
  return { promptTokens: 100, completionTokens: 10, verdictsAsked: 3, verdictsScored: 2, judgeTokens: tokens };
}

test("the judges' tokens and dollars are added to the candidate's", () => {
  expect(spentSoFar(counts(50), { price, jury: { judges: [judge], priceOf: () => price } })).toEqual({
    verdictsAsked: 3,
    verdictsScored: 2,
    tokens: 161,
    microUsd: 172,
  });
});

test("a judge that used tokens without a price makes the dollars unknown", () => {
  expect(
    spentSoFar(counts(50), { price, jury: { judges: [judge], priceOf: () => undefined } }).microUsd,
  ).toBeUndefined();
});

test("a judge that was not asked needs no price", () => {
  expect(spentSoFar(counts(0), { price, jury: { judges: [judge], priceOf: () => undefined } }).microUsd).toBe(120);
});
