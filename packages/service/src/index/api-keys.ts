import { indexKeys } from "@medhelm/core/store/index-keys";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { Index } from "@medhelm/core/ports";
import { ApiKey } from "../api/access/api-key.ts";
import { itemsOf } from "./items.ts";
import type { ReindexPorts } from "./reindex-submission.ts";

/**
 * Lists a key under its owner. The API calls it before it stores the key's object, so that every stored key is listed. A line without an
 * object is harmless: readers skip it. The line names the object only, so a revocation changes no line.
 */
export async function listKey(index: Index, owner: string, sha256: string): Promise<void> {
  await index.write([{ kind: "put", ...indexKeys.ownKey(owner, sha256), value: {} }]);
}

/** Yields the sha256 of an owner's keys, in order, after the text `after`. `limit`: keys that one request asks for. */
export async function* ownKeys(
  index: Index,
  owner: string,
  limit: number,
  after?: string,
): AsyncGenerator<string, undefined> {
  const query = { limit, ...(after === undefined ? {} : { after }) };
  for await (const { sort } of itemsOf(index, indexKeys.ownKeys(owner), query)) yield sort;
  return undefined;
}

/** Lists a stored key under its owner, for a rebuilt index. */
export async function reindexKey({ objects, index }: ReindexPorts, sha256: string): Promise<void> {
  const record = await getJson(objects, keys.apiKey(sha256), ApiKey);
  if (record !== undefined) await listKey(index, record.owner, sha256);
}
