import type { Price } from "@medhelm/core/models/deployment";
import { tokensMicroUsd } from "@medhelm/core/money/micro-usd";
import type { AnswerCounts } from "./answer-all.ts";
import type { OpenJury } from "./annotate.ts";
import type { SpentSoFar } from "../ports.ts";

/** The verdicts, tokens and dollars of a run in progress. Dollars are absent if a model that counted tokens has no price. */
export function spentSoFar(
  counts: Pick<AnswerCounts, "promptTokens" | "completionTokens" | "verdictsAsked" | "verdictsScored" | "judgeTokens">,
  { price, jury }: { readonly price: Price | undefined; readonly jury: Pick<OpenJury, "judges" | "priceOf"> },
): SpentSoFar {
  const { promptTokens, completionTokens, verdictsAsked, verdictsScored } = counts;
  const judges = jury.judges.map(({ modelDeployment }, i) => {
    const of = jury.priceOf(modelDeployment);
    return { price: of, tokens: counts.judgeTokens.of(i, of).tokens };
  });
  const uses = [
    { price, promptTokens, completionTokens },
    ...judges.map((one) => ({
      price: one.price,
      promptTokens: one.tokens?.prompt ?? 0,
      completionTokens: one.tokens?.completion ?? 0,
    })),
  ].filter((use) => use.promptTokens + use.completionTokens > 0);
  const isPriced = uses.length > 0 && uses.every((use) => use.price !== undefined);
  return {
    verdictsAsked,
    verdictsScored,
    tokens: uses.reduce((sum, use) => sum + use.promptTokens + use.completionTokens, 0),
    ...(isPriced && { microUsd: uses.reduce((sum, use) => sum + tokensMicroUsd(use.price, use), 0) }),
  };
}
