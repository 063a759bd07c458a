import type { Request } from "../helm/scenario-state.ts";
import type { TokenUsage } from "../ports.ts";
import { UserError } from "../user-error.ts";
import type { Deployment, Price } from "../models/deployment.ts";

export interface Reservation {
  /** The request was answered and cost this much. */
  settle(usd: number): void;
  /** Nothing was bought. */
  release(): void;
}
/** Shared by all deployments of a submission. */
export interface Budget {
  /** Sets `usd` aside before the request goes out; undefined where that would pass a limit. */
  reserve(usd: number): Promise<Reservation | undefined>;
  spent(): { readonly usd: number; readonly requests: number };
  readonly limits: { readonly maxUsd?: number; readonly maxRequests?: number };
}

/** In this process alone. Never passed, even with many requests in flight: what might be spent is set aside first. */
export function createBudget(limits: { readonly maxUsd?: number; readonly maxRequests?: number } = {}): Budget {
  const { maxUsd = Number.POSITIVE_INFINITY, maxRequests = Number.POSITIVE_INFINITY } = limits;
  let spentUsd = 0;
  let requests = 0;
  let reservedUsd = 0;
  let reserved = 0;
  return {
    limits,
    spent: () => ({ usd: spentUsd, requests }),
    async reserve(usd) {
      if (spentUsd + reservedUsd + usd > maxUsd || requests + reserved + 1 > maxRequests) return undefined;
      reservedUsd += usd;
      reserved++;
      const free = () => {
        reservedUsd -= usd;
        reserved--;
      };
      return {
        settle(actualUsd) {
          free();
          spentUsd += actualUsd;
          requests++;
        },
        release: free,
      };
    },
  };
}

/** US dollars for the tokens that a provider counted; 0 where it counted none or the deployment has no price. */
export function costUsd(price: Price | undefined, usage: TokenUsage): number {
  if (price === undefined) return 0;
  const { promptTokens = 0, completionTokens = 0 } = usage;
  return (promptTokens * price.inputUsdPerMillion + completionTokens * price.outputUsdPerMillion) / 1e6;
}

/** What a chat template puts around one message, at most. */
const TOKENS_AROUND = 16;

/**
 * The most that a request can cost, in US dollars: a token for every byte, since none is shorter, every completion at full length.
 * What is not spent of it is free again with the answer. A dollar limit over a hosted deployment without a price would guard nothing, so that is a UserError.
 */
export function worstCostUsd({ name, price, trust }: Deployment, request: Request, budget: Budget): number {
  if (price === undefined) {
    if (budget.limits.maxUsd !== undefined && trust === "hosted")
      throw new UserError(`${name} has no price, so a dollar budget cannot hold: give it a "price" or drop the budget`);
    return 0;
  }
  const texts = [request.prompt, ...(request.messages ?? []).map(({ content }) => content)];
  return costUsd(price, {
    promptTokens: texts.reduce((sum, text) => sum + Buffer.byteLength(text) + TOKENS_AROUND, 0),
    completionTokens: request.max_tokens * request.num_completions,
  });
}
