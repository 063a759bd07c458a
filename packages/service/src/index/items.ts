import type { Index, IndexItem, IndexKey, IndexQuery, IndexWrite, Json } from "@medhelm/core/ports";
import { canonicalJson } from "@medhelm/core/store/canonical";
import { UnreadableObject } from "@medhelm/core/store/objects";
import { issueText } from "@medhelm/core/text/issue-text";
import { pauseForWriters, TooManyWriters } from "@medhelm/core/store/update-json";
import { z } from "zod";

/** Items that one query asks for when all of them are wanted. */
const ITEMS_PER_QUERY = 5000;
const MAX_TRIES = 50;

export type IndexWrites = readonly [IndexWrite, ...IndexWrite[]];

/** Yields the items of a partition that a query finds, with as many requests as they need. `limit`: items that one request asks for. */
export async function* itemsOf(
  index: Index,
  partition: string,
  query: Partial<IndexQuery> = {},
): AsyncGenerator<IndexItem, undefined> {
  let after = query.after;
  do {
    const found = await index.query(partition, {
      limit: ITEMS_PER_QUERY,
      ...query,
      ...(after === undefined ? {} : { after }),
    });
    yield* found.items;
    after = found.next;
  } while (after !== undefined);
  return undefined;
}

/** Reads up to `limit` items. `isEnd`: no further item follows. A query may return fewer items than its limit. */
export async function firstItems(
  index: Index,
  partition: string,
  { limit, ...query }: IndexQuery,
): Promise<{ readonly items: readonly IndexItem[]; readonly isEnd: boolean }> {
  const items: IndexItem[] = [];
  let after = query.after;
  do {
    const rest = limit - items.length;
    const found = await index.query(partition, { ...query, ...(after === undefined ? {} : { after }), limit: rest });
    items.push(...found.items);
    after = found.next;
  } while (after !== undefined && items.length < limit);
  return { items, isEnd: after === undefined };
}

/**
 * Writes what `plan` returns, and plans again if another writer was faster. `plan` reads the items and makes its writes conditional on
 * what it has read.
 * @param plan returns undefined if nothing needs to be written
 * @throws TooManyWriters
 */
export async function writePlanned(index: Index, plan: () => Promise<IndexWrites | undefined>): Promise<void> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const writes = await plan();
    if (writes === undefined || (await index.write(writes)).outcome === "written") return;
    await pauseForWriters(attempt);
  }
  throw new TooManyWriters(`the index: other writers were faster in each of ${MAX_TRIES} tries; try again later`);
}

/** An item of the index that is damaged, or that another version wrote. */
export class UnreadableItem extends UnreadableObject {
  readonly item: IndexKey;
  /** A sentence for users. It does not contain the item's key, which may contain another owner's names. */
  readonly shown: string;
  constructor({ partition, sort }: IndexKey, why: string) {
    super(`the item ${partition} ${sort} of the index: ${why}; ${isAmount({ partition }) ? REMEDY_OF_AMOUNT : REMEDY}`);
    this.item = { partition, sort };
    this.shown = `its item in the index cannot be read (${why}); the operator of this service makes it again with medhelm reindex, or deploys the version that wrote it`;
  }
}

/** Whether an item is of an account. `medhelm reindex` makes no such item again alone: it would count twice in the account. */
export const isAmount = ({ partition }: Pick<IndexKey, "partition">): boolean =>
  /^owner\/[^/]+\/(?:dollars|quota)\b/.test(partition);

const REMEDY_OF_AMOUNT =
  "if another version of medhelm wrote it, deploy that version again; else stop the stack, delete .medhelm/index.sqlite and call medhelm reindex, which makes the whole account again";
const REMEDY =
  "call medhelm reindex, which makes it again from the objects; if another version of medhelm wrote it, deploy that version again";

/**
 * Returns the value of an item. Unknown fields pass.
 * @throws UnreadableItem
 */
export function parseItem<T>(item: IndexItem, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(item.value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UnreadableItem(item, `${issue?.path.join(".") || "the whole item"}: ${issueText(issue)}`);
}

/** For `catch` of a list: the error of an item that cannot be read, which the list names before it goes on. Any other error stays. */
export function orUnreadableItem(error: unknown): UnreadableItem {
  if (!(error instanceof UnreadableItem)) throw error;
  return error;
}

const Counter = z.object({ count: z.int() });

/** Reads a counter. An absent counter is 0. */
export async function countOf(index: Index, key: IndexKey): Promise<number> {
  const item = await index.get(key);
  return item === undefined ? 0 : parseItem(item, Counter).count;
}

/** The condition that an item has not changed since it was read. */
export const unchanged = (item: IndexItem | undefined) =>
  item === undefined ? ({ ifAbsent: true } as const) : ({ ifRevision: item.revision } as const);

/** Whether a stored item has this value. */
export const isItem = (item: IndexItem | undefined, value: Json): boolean =>
  item !== undefined && canonicalJson(item.value) === canonicalJson(value);
