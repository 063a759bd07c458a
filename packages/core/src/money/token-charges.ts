import type { Price } from "../models/deployment.ts";
import type { TokenUsage } from "../ports.ts";
import { tokensMicroUsdUp } from "./micro-usd.ts";

/** The tokens of one answer and their price; without a price the answer is free. */
export interface TokenCharge {
  readonly price: Price | undefined;
  readonly usage: TokenUsage;
}

/** Whether an answer's cost is known. A server may report no tokens, or impossible ones. */
export const isMetered = ({ price, usage: { promptTokens, completionTokens } }: TokenCharge): boolean =>
  price === undefined || (promptTokens !== undefined && completionTokens !== undefined);

/**
 * Adds up charges against a budget. It rounds the total of each price up, and only one time. A million small answers
 * therefore do not add up to a million rounding errors.
 */
export function tokenCharges() {
  const totals = new Map<string, { readonly price: Price; promptTokens: number; completionTokens: number }>();
  return {
    add({ price, usage: { promptTokens = 0, completionTokens = 0 } }: TokenCharge): void {
      if (price === undefined) return;
      const id = `${price.inputUsdPerMillion} ${price.outputUsdPerMillion}`;
      const total = totals.get(id) ?? { price, promptTokens: 0, completionTokens: 0 };
      total.promptTokens += promptTokens;
      total.completionTokens += completionTokens;
      totals.set(id, total);
    },
    microUsd: (): number => [...totals.values()].reduce((sum, total) => sum + tokensMicroUsdUp(total.price, total), 0),
  };
}
