import { UserError } from "@medhelm/core/user-error";

/** The reserved first segment: the folder store keeps its lock and unfinished uploads there. */
export const RESERVED_SEGMENT = ".medhelm";

const MAX_KEY_BYTES = 1024; // the limit of S3
const MAX_SEGMENT_BYTES = 255; // the limit of file systems

/**
 * Checks an object key. Every store refuses the keys that one of the stores could not hold or would rename. These are an empty key; a "/" at the
 * start or end; empty, "." and ".." segments; backslashes, control characters and lone surrogates; more than 1,024 bytes, or 255 in a segment; and
 * the reserved first segment.
 * @throws UserError for such a key
 */
export function checkKey(key: string): void {
  const why = whyRefused(key);
  if (why !== undefined)
    throw new UserError(`the object key ${JSON.stringify(key)} is refused: ${why}; use another name`);
}

/** True for a valid key. Listings omit other names, which other programs put into the folder or bucket. */
export const isObjectKey = (key: string): boolean => whyRefused(key) === undefined;

function whyRefused(key: string): string | undefined {
  if (key === "") return "it is empty";
  if (!key.isWellFormed()) return "it is not valid Unicode";
  if (hasForbiddenCharacter(key)) return "it contains a backslash or a control character";
  const bytes = Buffer.byteLength(key);
  if (bytes > MAX_KEY_BYTES) return `it is longer than ${MAX_KEY_BYTES} bytes`;
  const segments = key.split("/");
  if (segments.includes("")) return 'it starts or ends with "/" or has an empty segment';
  if (segments.includes(".") || segments.includes("..")) return 'it has a "." or ".." segment';
  if (bytes > MAX_SEGMENT_BYTES && segments.some((segment) => Buffer.byteLength(segment) > MAX_SEGMENT_BYTES))
    return `it has a segment of more than ${MAX_SEGMENT_BYTES} bytes`;
  if (segments[0] === RESERVED_SEGMENT) return `${RESERVED_SEGMENT}/ is reserved`;
  return undefined;
}

function hasForbiddenCharacter(key: string): boolean {
  for (let i = 0; i < key.length; i++) {
    const code = key.charCodeAt(i);
    if (code < 0x20 || code === 0x7f || code === 0x5c) return true;
  }
  return false;
}

/** The error of a read of a missing object. */
export const noObject = (key: string, options?: ErrorOptions): Error =>
  new Error(`There is no object ${key}.`, options);

/** UTF-8 byte order, as in the lists of S3 and SQLite. JavaScript's own order differs for characters beyond U+FFFF. */
export function compareKeys(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let at = 0; at < end; at++) {
    const difference = rank(a.charCodeAt(at)) - rank(b.charCodeAt(at));
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** UTF-8 orders by code point. In UTF-16 the two halves of a code point above U+FFFF come before U+E000, so they are moved behind U+FFFF. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}
