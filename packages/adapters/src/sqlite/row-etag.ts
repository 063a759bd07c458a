import { randomUUID } from "node:crypto";
import { checksumOf } from "./checksum-of.ts";

/** A new etag for each write, with a checksum of the bytes: SQLite itself does not notice a changed byte of a row. */
export const newEtag = (body: Uint8Array): string => `${randomUUID()}.${checksumOf(body)}`;

/** Whether the bytes are those that were written. An etag of an earlier version has no checksum. */
export function hasBytesOf(etag: string, body: Uint8Array): boolean {
  const [, checksum] = /^[0-9a-f-]{36}\.([0-9a-f]{8})$/.exec(etag) ?? [];
  return checksum === undefined || checksum === checksumOf(body);
}
