import { z } from "zod";
import { RequestResult } from "../helm/scenario-state.ts";
import { parseJson } from "../store/objects.ts";
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

const ATTEMPTS = 5;

/** @throws UserError naming the object when it is damaged */
export async function readAnswer(store: ObjectStore, key: string): Promise<StoredAnswer | undefined> {
  const object = await store.get(key);
  return object === undefined ? undefined : parseJson(object.body, key, StoredAnswer);
}

/**
 * Stores an answer if there is none yet and gives the one that everybody uses from now on: this one, or the winner's.
 * A thrown put may have taken place (a lost reply), so the store is read before the put is repeated; nor does a read that
 * fails give up at once, for this answer was paid for.
 */
export async function keepAnswer(store: ObjectStore, key: string, answer: StoredAnswer): Promise<StoredAnswer> {
  const body = JSON.stringify(answer);
  let lastError: unknown = new Error(`the store refuses ${key} as present and does not give it`);
  for (let attempt = 0; attempt < 2 * ATTEMPTS; attempt++) {
    try {
      const isPut = attempt % 2 === 0;
      const kept = isPut ? await putAnswer(store, key, body, answer) : await readAnswer(store, key);
      if (kept !== undefined) return kept;
    } catch (error) {
      lastError = error;
    }
  }
  throw lastError;
}

async function putAnswer(store: ObjectStore, key: string, body: string, answer: StoredAnswer) {
  const { outcome } = await store.put(key, body, { ifAbsent: true });
  return outcome === "written" ? answer : undefined;
}
