import { randomUUID } from "node:crypto";
import type { SQLOutputValue } from "node:sqlite";
import { crc32 } from "node:zlib";
import { checksumOf } from "../sqlite/checksum-of.ts";

/** A row of the index, whose columns may have other types where it is damaged. It is no zod schema, because a start reads all rows. */
export type IndexRow = Readonly<Record<string, SQLOutputValue>>;
export const COLUMNS = "partition, sort, value, revision, expires_s";

/** A row without its revision. */
interface NewRow {
  readonly partition: Uint8Array;
  readonly sort: Uint8Array;
  readonly value: string;
  readonly expires_s: number | null;
}

/** A new revision for each write, with a checksum of the value and one of the key and the expiry, because SQLite itself notices no changed byte of a row. */
export const newRevision = ({ partition, sort, value, expires_s }: NewRow): string =>
  `${randomUUID()}.${checksumOf(value)}.${placeOf(partition, sort, expires_s)}`;

const placeOf = (partition: Uint8Array, sort: Uint8Array, expires_s: number | null): string =>
  checksumOf(`${partition.length} ${expires_s}`, crc32(sort, crc32(partition)));

const REVISION = /^[0-9a-f-]{36}(?:\.([0-9a-f]{8})(?:\.([0-9a-f]{8}))?)?$/;

/** Whether the columns of a row are those that were written. The revision of an earlier version has one checksum or none. */
export function isWholeRow({ partition, sort, value, revision, expires_s }: IndexRow): boolean {
  if (!(partition instanceof Uint8Array && sort instanceof Uint8Array)) return false;
  if (typeof value !== "string" || typeof revision !== "string") return false;
  if (typeof expires_s !== "number" && expires_s !== null) return false;
  const sums = REVISION.exec(revision);
  if (sums === null) return false;
  const [, ofValue, ofPlace] = sums;
  return (
    (ofValue === undefined || ofValue === checksumOf(value)) &&
    (ofPlace === undefined || ofPlace === placeOf(partition, sort, expires_s))
  );
}
