import { UserError } from "@medhelm/core/user-error";

/** First segment that an adapter keeps for itself: the folder store's locks and unfinished uploads live there. */
export const RESERVED_SEGMENT = ".medhelm";

const MAX_KEY_BYTES = 1024; // S3's limit

/**
 * Refuses keys that one of the stores could not hold, or would hold under another name, so that every store refuses the same:
 * empty, absolute or trailing "/", empty, "." and ".." segments, backslash, control characters, lone surrogates,
 * more than 1,024 bytes, and the reserved first segment.
 */
export function checkKey(key: string): void {
  const why = whyRefused(key);
  if (why !== undefined) throw new UserError(`The object key ${JSON.stringify(key)} is refused: ${why}.`);
}

/** Whether a name found in a store is a key of ours; foreign files in the folder are left out of listings. */
export const isKey = (key: string): boolean => whyRefused(key) === undefined;

function whyRefused(key: string): string | undefined {
  if (key === "") return "it is empty";
  if (!key.isWellFormed()) return "it is not valid Unicode";
  if (hasForbiddenCharacter(key)) return "it contains a backslash or a control character";
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) return `it is longer than ${MAX_KEY_BYTES} bytes`;
  const segments = key.split("/");
  if (segments.includes("")) return 'it starts or ends with "/" or has an empty segment';
  if (segments.includes(".") || segments.includes("..")) return 'it has a "." or ".." segment';
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

/** UTF-8 byte order, as S3 and SQLite list. JavaScript's own order differs for characters beyond U+FFFF. */
export function compareKeys(a: string, b: string): number {
  if (a === b) return 0;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
