import type { Price } from "@medhelm/core/models/deployment";
import { tokensMicroUsd, toUsd } from "@medhelm/core/money/micro-usd";
import type { TokenUsage } from "@medhelm/core/ports";
import type { Manifest } from "@medhelm/core/release/runs/manifest";

/** The tokens of one request to a judge. `judge`: its position among the judges of the run. */
export interface JudgeUsage {
  readonly judge: number;
  readonly usage: TokenUsage;
}

/** Adds up the tokens of each judge's answers, new or reused, over all requests of a run. */
export function judgeTokens() {
  const sums = new Map<number, { prompt: number; completion: number }>();
  return {
    add({ judge, usage: { promptTokens, completionTokens } }: JudgeUsage): void {
      if (promptTokens === undefined && completionTokens === undefined) return;
      const sum = sums.get(judge) ?? { prompt: 0, completion: 0 };
      sums.set(judge, sum);
      sum.prompt += promptTokens ?? 0;
      sum.completion += completionTokens ?? 0;
    },
    /** The fields of the judge in the manifest; without tokens if its provider counts none. */
    of(judge: number, price: Price | undefined): Pick<Manifest["judges"][number], "tokens" | "costUsd" | "priceAsOf"> {
      const tokens = sums.get(judge);
      if (tokens === undefined) return {};
      const { prompt: promptTokens, completion: completionTokens } = tokens;
      const costUsd = toUsd(tokensMicroUsd(price, { promptTokens, completionTokens }));
      return {
        tokens: { ...tokens },
        ...(price === undefined ? {} : { costUsd }),
        ...(price?.asOf === undefined ? {} : { priceAsOf: price.asOf }),
      };
    },
  };
}
