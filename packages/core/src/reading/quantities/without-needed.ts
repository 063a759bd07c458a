import type { AskedFor } from "./asked-for.ts";

const NONE: ReadonlySet<string> = new Set();
const known = new WeakMap<AskedFor, AskedFor>();

/** Returns the quantity without the words that it needs; always the same object for one quantity. */
export function withoutNeeded(asked: AskedFor): AskedFor {
  if (asked.needed.size === 0) return asked;
  const relaxed = known.get(asked) ?? { ...asked, needed: NONE };
  known.set(asked, relaxed);
  return relaxed;
}
