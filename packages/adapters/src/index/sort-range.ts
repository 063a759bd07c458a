import type { IndexQuery } from "@medhelm/core/ports";
import { compareKeys } from "../objects/object-key.ts";

/** Sort keys from `from` (inclusive) to `to` (exclusive; absent: to the end of the partition), in byte order. */
export interface SortRange {
  readonly from: string;
  readonly to?: string;
}

/** Combines the bounds of a query to one range. Returns undefined if no key can be in it. */
export function sortRange({ prefix = "", after, before, isDescending = false }: IndexQuery): SortRange | undefined {
  const lower = [prefix];
  const upper: string[] = [];
  const end = endOfPrefix(prefix);
  if (end !== undefined) upper.push(end);
  if (before !== undefined) upper.push(before);
  if (after !== undefined && isDescending) upper.push(after);
  // The next possible key after a key is this key with a NUL at its end.
  if (after !== undefined && !isDescending) lower.push(`${after}\0`);
  const from = lower.toSorted(compareKeys).at(-1) ?? "";
  const to = upper.toSorted(compareKeys)[0];
  if (to === undefined) return { from };
  return compareKeys(from, to) < 0 ? { from, to } : undefined;
}

/** The first string after all strings with the prefix. Absent for a prefix of the highest characters, which nothing follows. */
function endOfPrefix(prefix: string): string | undefined {
  const characters = Array.from(prefix);
  for (let last = characters.pop(); last !== undefined; last = characters.pop()) {
    const code = last.codePointAt(0) ?? 0;
    if (code === 0x10ffff) continue;
    // The codes from U+D800 to U+DFFF are no characters.
    return characters.join("") + String.fromCodePoint(code === 0xd7ff ? 0xe000 : code + 1);
  }
  return undefined;
}
