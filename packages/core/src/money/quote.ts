import { z } from "zod";

const count = z.number().nonnegative();
/** high absent: not known */
export const QuoteRange = z.object({ low: count, high: count.exactOptional() });
export type QuoteRange = z.infer<typeof QuoteRange>;

/** What one deployment in one role is likely to be asked. */
export const QuoteLine = z.object({
  deployment: z.string(),
  runs: z.int(),
  requests: QuoteRange,
  promptTokens: QuoteRange,
  completionTokens: QuoteRange,
  /** machines of ours that serve it */
  gpuHours: QuoteRange.exactOptional(),
  /** absent: it has no price */
  usd: QuoteRange.exactOptional(),
  /** in words, with its date */
  price: z.string(),
});
export type QuoteLine = z.infer<typeof QuoteLine>;

/** What a submission is likely to cost, told before it runs. Nobody promises it: `budgetUsd` is what holds. */
export const Quote = z.object({
  candidates: z.array(QuoteLine),
  judges: z.array(QuoteLine),
  gpuHours: QuoteRange,
  /** low: of all that has a price; no high where something has none */
  usd: QuoteRange,
  /** deployments that no price is known of */
  withoutPrice: z.array(z.string()),
  assumptions: z.array(z.string()),
});
export type Quote = z.infer<typeof Quote>;
