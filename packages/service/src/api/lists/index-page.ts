import type { Index, IndexItem } from "@medhelm/core/ports";
import { firstItems } from "../../index/items.ts";
import { fromCursor, toCursor } from "./paging.ts";

/**
 * Reads one page of a list: the items of the partitions together, by their sort keys. An item that several partitions have is listed
 * once. The number of requests does not depend on the length of the list.
 */
export async function indexPage(
  index: Index,
  partitions: readonly string[],
  cursor: string | undefined,
  limit: number,
): Promise<{ readonly items: readonly IndexItem[]; readonly nextCursor?: string }> {
  const after = cursor === undefined ? {} : { after: fromCursor(cursor) };
  const found = await Promise.all(partitions.map((partition) => firstItems(index, partition, { ...after, limit })));
  const bySort = new Map(found.flatMap(({ items }) => items.map((item) => [item.sort, item])));
  const merged = [...bySort.values()].toSorted((a, b) => (a.sort < b.sort ? -1 : 1));
  const items = merged.slice(0, limit);
  const last = items.at(-1);
  const isEnd = merged.length <= limit && found.every((one) => one.isEnd);
  return isEnd || last === undefined ? { items } : { items, nextCursor: toCursor(last.sort) };
}
