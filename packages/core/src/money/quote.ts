import { z } from "zod";

const count = z.number().nonnegative();
/** An absent high is unknown. */
export const QuoteRange = z.object({ low: count, high: count.exactOptional() });
export type QuoteRange = z.infer<typeof QuoteRange>;

/** The expected load and cost of one deployment in one role. */
export const QuoteLine = z.object({
  deployment: z.string(),
  runs: z.int(),
  requests: QuoteRange,
  promptTokens: QuoteRange,
  completionTokens: QuoteRange,
  /** hours of our machines that serve it */
  gpuHours: QuoteRange.exactOptional(),
  /** absent if the deployment has no price */
  usd: QuoteRange.exactOptional(),
  /** the price in words, with its date */
  price: z.string(),
});
export type QuoteLine = z.infer<typeof QuoteLine>;

/** An estimate of a submission's cost before it runs. Only `budgetUsd` is a limit. */
export const Quote = z.object({
  candidates: z.array(QuoteLine),
  judges: z.array(QuoteLine),
  gpuHours: QuoteRange,
  /** low: the sum over deployments with a price; no high if one has no price */
  usd: QuoteRange,
  /** deployments without a known price */
  withoutPrice: z.array(z.string()),
  assumptions: z.array(z.string()),
});
export type Quote = z.infer<typeof Quote>;
