import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import type { IndexItem, IndexKey } from "@medhelm/core/ports";

/**
 * An item in the table: pk and sk are the key, v is the value as JSON text, and r the revision. A counter has no v; n is its count. ttl is the expiry
 * in Unix seconds.
 */
export type Attributes = Record<string, AttributeValue>;

export const keyOf = ({ partition, sort }: IndexKey): Attributes => ({ pk: { S: partition }, sk: { S: sort } });

/** @throws Error for an item that this adapter did not write */
export function itemOf({ pk, sk, v, r, n }: Attributes): IndexItem {
  const [partition, sort, revision] = [pk?.S, sk?.S, r?.S];
  if (partition === undefined || sort === undefined || revision === undefined)
    throw new Error(`DynamoDB returned an item without a key or a revision: ${partition}, ${sort}.`);
  if (n?.N !== undefined) return { partition, sort, revision, value: { count: Number(n.N) } };
  if (v?.S === undefined) throw new Error(`The item ${partition}, ${sort} has neither a value nor a count.`);
  return { partition, sort, revision, value: JSON.parse(v.S) };
}
