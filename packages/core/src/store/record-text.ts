import { sha256Hex } from "./canonical.ts";

/** The field of the hash, which is the last line of a record. */
export const HASH_FIELD = "textSha256";
const BEFORE = `,\n"${HASH_FIELD}":"`;
const AFTER = '"}';
const TAIL_LENGTH = BEFORE.length + 64 + AFTER.length;

/** The manifest of a run has the hashes of its files, and the database of answers those of its rows. */
const HASHED_ELSEWHERE = /^(?:runs|cache)\//;

/**
 * The JSON text of a record of the object tree. Its last line is the hash of the text before it, by which a reader notices damage that leaves valid
 * JSON. An earlier version reads the line as an unknown field. When that version changes the record, it writes no line break, so the hash that
 * it keeps does not count.
 */
export function recordText(key: string, value: unknown): string {
  const text = JSON.stringify(value);
  if (HASHED_ELSEWHERE.test(key) || !text.endsWith("}") || text === "{}") return text;
  const hashed = text.slice(0, -1);
  return `${hashed}${BEFORE}${sha256Hex(hashed)}${AFTER}`;
}

/**
 * The JSON text of a record without its hash; undefined if the hash is another one. A text without a hash is returned as it is: that of another
 * tool, or of an earlier version.
 */
export function hashedText(text: string): string | undefined {
  const tail = text.slice(-TAIL_LENGTH);
  if (!tail.startsWith(BEFORE) || !tail.endsWith(AFTER)) return text;
  const hashed = text.slice(0, -TAIL_LENGTH);
  return sha256Hex(hashed) === tail.slice(BEFORE.length, -AFTER.length) ? `${hashed}}` : undefined;
}
