import { z } from "zod";
import { RequestResult } from "../helm/scenario-state.ts";
import { createJson } from "../store/create-json.ts";
import { getJson } from "../store/objects.ts";
import type { ObjectStore } from "../ports.ts";
import { Price } from "../models/deployment.ts";

/** The run of a submission that is charged for what it asks. */
export const Payer = z.object({ submission: z.string(), suite: z.string(), run: z.string() });
export type Payer = z.infer<typeof Payer>;

/** cache/<scope>/<requestKey>: an answer that was paid for. Failures are never stored here. */
export const StoredAnswer = z.object({
  formatVersion: z.literal(1),
  deployment: z.string(),
  result: RequestResult,
  usage: z.object({ promptTokens: z.int().exactOptional(), completionTokens: z.int().exactOptional() }),
  /** Who paid for it, and at which price; absent in medhelm run's. In no derived file: an answer is the same whoever paid. */
  paidBy: Payer.extend({ price: Price.exactOptional() }).exactOptional(),
});
export type StoredAnswer = z.infer<typeof StoredAnswer>;

/** @throws UserError naming the object when it is damaged */
export function readAnswer(store: ObjectStore, key: string): Promise<StoredAnswer | undefined> {
  return getJson(store, key, StoredAnswer);
}

/** Stores an answer if there is none yet. Returns the answer that all workers use from now on: this one, or the winner's. */
export async function keepAnswer(store: ObjectStore, key: string, answer: StoredAnswer): Promise<StoredAnswer> {
  return (await createJson(store, key, StoredAnswer, answer)).stored;
}
