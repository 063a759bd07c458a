import type { z } from "zod";
import type { ObjectStore, StoredObject } from "../ports.ts";
import { recordText } from "./record-text.ts";
import { orDamaged, parseToChange } from "./objects.ts";

const MAX_TRIES = 200;
/** After this many failed operations the store is down, not busy. */
const MAX_FAILURES = 5;
/** The first retries follow at once: usually one other writer was faster. */
const TRIES_WITHOUT_PAUSE = 5;

/** Other writers changed the object before each of our tries. */
export class TooManyWriters extends Error {
  override readonly name = "TooManyWriters";
}

/**
 * Changes a small JSON object that several writers share: reads it, calls `change`, and puts the result if nobody else has written the object in
 * between. A refused put starts over with the new value.
 *
 * A put that throws may have taken place, so it is never blindly repeated: the object is read back. Our bytes there mean success.
 * Otherwise `change` sees the new value, which may contain its earlier work: it must recognise that work and return undefined.
 * Writers that compete must write different bytes, because S3's etag is a hash of the bytes (decision 0006).
 *
 * @param change gets the stored value with the fields of later versions (`getToChange`), or undefined if the key is free. It returns the new value,
 * or undefined to leave the object as it is
 * @param damaged replace: a damaged object counts as a free key, because the writer can make it again
 * @returns the value that is stored at the end
 * @throws what `change` throws, UserError for damaged JSON, TooManyWriters, or the store's error after its fifth failure
 */
export async function updateJson<T>(
  objects: ObjectStore,
  key: string,
  schema: z.ZodType<T>,
  change: (stored: T | undefined) => T | undefined | Promise<T | undefined>,
  { damaged = "refuse" }: { readonly damaged?: "refuse" | "replace" } = {},
): Promise<T | undefined> {
  let failures = 0;
  const orCount = (error: unknown): "failed" => {
    if (++failures === MAX_FAILURES) throw error;
    return "failed";
  };
  /** The bytes of a put that threw. */
  let perhapsWritten: string | undefined;
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    if (attempt >= TRIES_WITHOUT_PAUSE) await pauseForWriters(attempt - TRIES_WITHOUT_PAUSE);
    const found = await objects.get(key).catch(orCount);
    if (found === "failed") continue;
    const stored = found === undefined ? undefined : read(found, schema, damaged);
    if (found !== undefined && textOf(found) === perhapsWritten) return stored;
    const wanted = await change(stored);
    if (wanted === undefined) return stored;
    const body = recordText(key, wanted);
    const put = await objects.put(key, body, unchangedSince(found)).catch(orCount);
    if (put === "failed") perhapsWritten = body;
    else if (put.outcome === "written") return wanted;
  }
  throw new TooManyWriters(`${key}: other writers changed it before each of ${MAX_TRIES} tries; try again later`);
}

function read<T>({ body, key }: StoredObject, schema: z.ZodType<T>, damaged: "refuse" | "replace"): T | undefined {
  try {
    return parseToChange(body, key, schema);
  } catch (error) {
    if (damaged === "replace") return orDamaged(error);
    throw error;
  }
}

const unchangedSince = (found: StoredObject | undefined) =>
  found === undefined ? ({ ifAbsent: true } as const) : { ifMatch: found.etag };

const textOf = ({ body }: StoredObject): string => new TextDecoder().decode(body);

const MAX_PAUSE_MS = 100;

/**
 * Waits before the next try to change what others change at the same time: longer with each step, and at random. It is a real timer,
 * not the clock port: no result depends on it, and a test's stopped clock must not stop it.
 */
export const pauseForWriters = (step: number): Promise<void> =>
  new Promise((done) => setTimeout(done, Math.random() * Math.min(MAX_PAUSE_MS, 2 ** step)));
