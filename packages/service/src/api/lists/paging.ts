import { z } from "@hono/zod-openapi";
import type { ObjectStore } from "@medhelm/core/ports";
import { mapBounded } from "../../concurrency/map-bounded.ts";
import { Refusal } from "../problem.ts";
import { json } from "../secured-route.ts";

/** The query of a list. */
export const Paging = {
  cursor: z
    .string()
    .regex(/^[\w-]{1,300}$/, "must be the nextCursor of a page")
    .optional()
    .describe("nextCursor of the previous page"),
  limit: z.coerce.number().int().min(1).max(100).default(20),
};

/** The description of a list, whose filter is applied after reading. */
export const SHORT_PAGES =
  "A page may be short or empty and still have a nextCursor: continue until a page has no nextCursor.";

/** The answers of a list: `lines` is the page's array under its name. */
export const pageResponses = <Lines extends z.ZodRawShape>(lines: Lines) => ({
  200: { description: "One page.", content: json(z.object({ ...lines, nextCursor: z.string().optional() })) },
});

/** Yields the names of the JSON objects below `root`, in order, after the key `after`. */
export async function* jsonNames(
  objects: ObjectStore,
  root: string,
  after?: string,
): AsyncGenerator<string, undefined> {
  for await (const { key } of objects.list(root, after === undefined ? {} : { after }))
    yield key.slice(root.length, -".json".length);
  return undefined;
}

interface PageOptions<Item, Line> {
  /** lines of a page, at most */
  readonly limit: number;
  /** Items that are read for one page. A filter with few matches then returns a short page with a cursor, not a slow answer. */
  readonly maxScanned?: number;
  /** Items that are read concurrently. */
  readonly concurrency?: number;
  /** The cursor's text for the last item that was read. */
  cursorOf(item: Item): string;
  /** Reads the line of an item; undefined: the filter or the caller's rights exclude it. */
  line(item: Item): Promise<Line | undefined>;
}

/** Default of `maxScanned`. */
const MAX_SCANNED = 500;

/** Reads one page of a list. Its cursor names the last line that was read. A page with a cursor may have few lines or none. */
export async function readPage<Item, Line>(
  items: AsyncIterable<Item>,
  { limit, maxScanned = MAX_SCANNED, concurrency = 1, cursorOf, line }: PageOptions<Item, Line>,
): Promise<{ readonly lines: Line[]; readonly nextCursor?: string }> {
  const lines: Line[] = [];
  let scanned = 0;
  let last = "";
  for await (const batch of inBatches(items, concurrency)) {
    if (scanned >= maxScanned || lines.length === limit) return { lines, nextCursor: toCursor(last) };
    const read = await mapBounded(batch, batch.length, line);
    for (const [i, item] of batch.entries()) {
      if (lines.length === limit) return { lines, nextCursor: toCursor(last) };
      const found = read[i];
      if (found !== undefined) lines.push(found);
      last = cursorOf(item);
    }
    scanned += batch.length;
  }
  return { lines };
}

async function* inBatches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[], undefined> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
  return undefined;
}

/** Opaque to clients, so that its content may change. */
export const toCursor = (last: string): string => Buffer.from(JSON.stringify([1, last])).toString("base64url");

/** @throws Refusal 400 for a cursor that this service did not issue */
export function fromCursor(cursor: string): string {
  try {
    return z
      .tuple([z.literal(1), z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/)])
      .parse(JSON.parse(Buffer.from(cursor, "base64url").toString()))[1];
  } catch {
    throw notACursor();
  }
}

/** The cursor of a list whose lines are numbered. @throws Refusal 400 for any other cursor */
export function fromNumberCursor(cursor: string): number {
  const text = fromCursor(cursor);
  if (!/^\d{1,9}$/.test(text)) throw notACursor();
  return Number(text);
}

const notACursor = (): Refusal =>
  new Refusal("validation", "query: cursor: must be the nextCursor of a page", [
    { in: "query", field: "cursor", message: "must be the nextCursor of a page" },
  ]);
