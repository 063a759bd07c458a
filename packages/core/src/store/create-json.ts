import type { z } from "zod";
import type { ObjectStore } from "../ports.ts";
import { recordText } from "./record-text.ts";
import { parseJson } from "./objects.ts";

const MAX_TRIES = 5;

export interface Created<T> {
  /** The stored value: this one, or the one that another writer stored before. */
  readonly stored: T;
  readonly isNew: boolean;
}

/**
 * Stores a JSON value if the key is free, and returns the one that all writers use from now on. One put and
 * no read where the key is free; `updateJson` would read first. A put that throws may have taken place, so the store is
 * read before the put is repeated.
 *
 * @throws UserError for damaged JSON, or the store's error after the last try
 */
export async function createJson<T>(
  objects: ObjectStore,
  key: string,
  schema: z.ZodType<T>,
  value: T,
): Promise<Created<T>> {
  const body = recordText(key, value);
  let isPerhapsOurs = false;
  let failure: unknown;
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    try {
      const { outcome } = await objects.put(key, body, { ifAbsent: true });
      if (outcome === "written") return { stored: value, isNew: true };
    } catch (error) {
      isPerhapsOurs = true;
      failure = error;
    }
    const found = await objects.get(key).catch((error: unknown) => {
      failure = error;
      return undefined;
    });
    if (found === undefined) continue;
    const isNew = isPerhapsOurs && new TextDecoder().decode(found.body) === body;
    return { stored: parseJson(found.body, key, schema), isNew };
  }
  throw failure ?? new Error(`${key}: the store refuses the key as present and returns no object`);
}
