import type { IndexKey, IndexWrite, Json } from "@medhelm/core/ports";
import { IndexLimit } from "@medhelm/core/store/index-limit";

// The limits of DynamoDB, or a little less. Every index refuses the same keys, values and transactions, so unit tests find the mistake.
const MAX_PARTITION_BYTES = 2000;
/** 24 bytes less than the limit of DynamoDB: the range of a query adds a character to a key. */
const MAX_SORT_BYTES = 1000;
const MAX_VALUE_BYTES = 100_000;
const MAX_TRANSACTION_BYTES = 4_000_000;
const MAX_KEYS = 100;

/** @throws Error for a key that is empty, too long or not valid Unicode */
export function checkIndexKey({ partition, sort }: IndexKey): void {
  checkPart("partition", partition, MAX_PARTITION_BYTES);
  checkPart("sort key", sort, MAX_SORT_BYTES);
}

/** @throws Error for more than 100 keys or a key that `checkIndexKey` refuses */
export function checkIndexKeys(keys: readonly IndexKey[]): void {
  if (keys.length > MAX_KEYS) throw new Error(`The index reads at most ${MAX_KEYS} keys at once, not ${keys.length}.`);
  for (const key of keys) checkIndexKey(key);
}

/**
 * @throws Error for no write, more than 100 writes, two writes of one key, an amount that is not a whole number, a value above 100 kB,
 *   values above 4 MB in total, or a key that `checkIndexKey` refuses
 */
export function checkIndexWrites(writes: readonly IndexWrite[]): void {
  if (writes.length === 0 || writes.length > MAX_KEYS)
    throw new Error(`The index takes 1 to ${MAX_KEYS} writes at once, not ${writes.length}.`);
  const seen = new Set<string>();
  let bytes = 0;
  for (const write of writes) {
    checkIndexKey(write);
    const id = idOf(write);
    if (seen.has(id)) throw new Error(`Two writes of one transaction have the key ${id}.`);
    seen.add(id);
    if (write.kind === "put") bytes += checkedSize(id, write.value);
    if (write.kind === "add") checkNumber(id, write.amount);
    if (write.kind === "add" && write.atMost !== undefined) checkNumber(id, write.atMost);
  }
  if (bytes > MAX_TRANSACTION_BYTES)
    throw new IndexLimit(`The values of one transaction have ${bytes} bytes; the limit is ${MAX_TRANSACTION_BYTES}.`);
}

/** A string that two keys share only if they are equal. */
export const idOf = ({ partition, sort }: IndexKey): string => JSON.stringify([partition, sort]);

function checkPart(what: string, part: string, maxBytes: number): void {
  const why =
    part === ""
      ? "is empty"
      : !part.isWellFormed()
        ? "is not valid Unicode"
        : Buffer.byteLength(part) > maxBytes
          ? `is longer than ${maxBytes} bytes`
          : undefined;
  if (why !== undefined) throw new IndexLimit(`The ${what} ${JSON.stringify(part)} of the index ${why}.`);
}

function checkedSize(id: string, value: Json): number {
  const bytes = Buffer.byteLength(JSON.stringify(value));
  if (bytes > MAX_VALUE_BYTES)
    throw new IndexLimit(`The value of ${id} has ${bytes} bytes; the index holds at most ${MAX_VALUE_BYTES}.`);
  return bytes;
}

function checkNumber(id: string, amount: number): void {
  if (!Number.isSafeInteger(amount)) throw new IndexLimit(`The counter ${id} adds whole numbers only, not ${amount}.`);
}
