import { z } from "zod";

/** The facts about a judge that a manifest and a leaderboard both have. */
export const judgeFacts = {
  standIn: z.boolean(),
  /** whether the judge has the same creator or model family as the candidate, which judges tend to favour */
  sameFamily: z.boolean().exactOptional(),
  /** the model that the requests named, if its name differs from the judge's */
  answeredBy: z.string().exactOptional(),
  /** whether the same model at the same server answered and judged */
  isCandidate: z.literal(true).exactOptional(),
  /** number of answers that the judge received, and that it scored; absent in older runs */
  asked: z.int().exactOptional(),
  scored: z.int().exactOptional(),
};

/** Tokens and cost of a judge's answers, new or reused. The run's own `tokens` and `costUsd` do not include them. */
export const judgeCosts = {
  /** absent if the provider reports no tokens, and in older runs */
  tokens: z.object({ prompt: z.int(), completion: z.int() }).exactOptional(),
  /** absent if the deployment has no price */
  costUsd: z.number().exactOptional(),
  /** the day of that price, YYYY-MM-DD; absent if the price has no date, and in older runs */
  priceAsOf: z.string().exactOptional(),
};
