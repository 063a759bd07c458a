import { z } from "zod";
import { RequestResult } from "../../helm/scenario-state.ts";
import { createJson } from "../../store/create-json.ts";
import { getJson } from "../../store/objects.ts";
import type { ObjectStore } from "../../ports.ts";
import { MOST_TOKENS } from "../../models/most-tokens.ts";
import { StoredPrice } from "../../models/deployment.ts";

/** The run of a submission that is charged for a request. */
export const Payer = z.object({ submission: z.string(), suite: z.string(), run: z.string() });
export type Payer = z.infer<typeof Payer>;

/** An earlier version stored every whole number that a server counted. One that cannot be right is unknown, as in a new reply. */
const Usage = z
  .object({ promptTokens: z.int().exactOptional(), completionTokens: z.int().exactOptional() })
  .transform(({ promptTokens, completionTokens }) => ({
    ...(isCount(promptTokens) && { promptTokens }),
    ...(isCount(completionTokens) && { completionTokens }),
  }));
const isCount = (tokens: number | undefined): tokens is number =>
  tokens !== undefined && tokens >= 0 && tokens <= MOST_TOKENS;

/** cache/<scope>/<requestKey>: a paid answer. Failures are never stored here. */
export const StoredAnswer = z.object({
  formatVersion: z.literal(1),
  deployment: z.string(),
  result: RequestResult,
  usage: Usage,
  /** The reply's own words about its model; absent in older answers. Derived files never contain them. */
  server: z
    .object({
      model: z.string().exactOptional(),
      fingerprint: z.string().exactOptional(),
      thought: z.literal(true).exactOptional(),
      hasWrongCounts: z.literal(true).exactOptional(),
      lost: z
        .object({ finishReason: z.string().exactOptional(), thinking: z.string().exactOptional() })
        .exactOptional(),
    })
    .exactOptional(),
  /** The run that paid, and the price. Absent for `medhelm run`. Derived files never contain it, because results do not depend on the payer. */
  paidBy: Payer.extend({ price: StoredPrice.exactOptional() }).exactOptional(),
});
export type StoredAnswer = z.infer<typeof StoredAnswer>;

/** Reads a stored answer. @throws UserError naming the object if it is damaged */
export function readAnswer(store: ObjectStore, key: string): Promise<StoredAnswer | undefined> {
  return getJson(store, key, StoredAnswer);
}

/** Stores an answer unless one exists under the key. Returns the stored answer, which all workers use from then on. */
export async function storeAnswer(store: ObjectStore, key: string, answer: StoredAnswer): Promise<StoredAnswer> {
  return (await createJson(store, key, StoredAnswer, answer)).stored;
}
