import type { z } from "zod";
import { parseJson } from "./objects.ts";
import type { ObjectStore } from "../ports.ts";

const TRIES = 200;
/** a store that is down, not one that is busy */
const FAILURES = 5;

/**
 * Read, change, put with If-Match, until it holds: for a small object that several workers write. `change` gives undefined where
 * nothing is to be written. A put that threw may have taken place, so what is there is read before `change` is asked again: it must
 * recognise its own work.
 */
export async function replaceJson<T>(
  objects: ObjectStore,
  key: string,
  schema: z.ZodType<T>,
  change: (there: T | undefined) => T | undefined,
): Promise<T | undefined> {
  let failures = 0;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const found = await objects.get(key).catch((error: unknown) => {
      if (++failures === FAILURES) throw error;
      return "unread" as const;
    });
    if (found === "unread") continue;
    const there = found === undefined ? undefined : parseJson(found.body, key, schema);
    const wanted = change(there);
    if (wanted === undefined) return there;
    const condition = found === undefined ? ({ ifAbsent: true } as const) : { ifMatch: found.etag };
    try {
      const put = await objects.put(key, JSON.stringify(wanted), condition);
      if (put.outcome === "written") return wanted;
    } catch (error) {
      if (++failures === FAILURES) throw error;
    }
  }
  throw new Error(`${key} is written by others all the time`);
}
