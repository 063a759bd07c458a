import { isPlain, plainPattern } from "./plain-pattern.ts";

/** A pattern without a place where the next search begins: each call reads the whole text. */
export interface LazyPattern {
  test(text: string): boolean;
  exec(text: string): RegExpExecArray | null;
  matchAll(text: string): RegExpStringIterator<RegExpExecArray>;
  /** Replaces the first match. */
  replace(text: string, by: string): string;
  replaceAll(text: string, by: string): string;
}

/** Returns all matches of a global or a lazy pattern. */
export const matchesOf = (pattern: RegExp | LazyPattern, text: string): RegExpStringIterator<RegExpExecArray> =>
  "matchAll" in pattern ? pattern.matchAll(text) : text.matchAll(pattern);

/** The flags of a pattern, without `g`. */
type Flags = "u" | "iu" | "mu" | "imu" | "su" | "isu";

/**
 * Returns a pattern that V8 compiles at its first use, for the texts in use. Classes such as \p{L} have 700 ranges, and the flags `iu` add the other
 * cases of each character. So V8 takes up to 60 ms for a long pattern. For a text of Western Europe, plainPattern() matches the
 * same and takes a fifth.
 */
export function lazyPattern(source: string, flags: Flags): LazyPattern {
  const one = bothPatterns(source, flags);
  const all = bothPatterns(source, `g${flags}`);
  return {
    test: (text) => one(text).test(text),
    exec: (text) => one(text).exec(text),
    matchAll: (text) => text.matchAll(all(text)),
    replace: (text, by) => text.replace(one(text), by),
    replaceAll: (text, by) => text.replaceAll(all(text), by),
  };
}

/** Returns a function that gives the pattern for a text. */
function bothPatterns(source: string, flags: string): (text: string) => RegExp {
  let [plain, full]: (RegExp | undefined)[] = [];
  return (text) =>
    isPlain(text)
      ? (plain ??= plainPattern(source, flags) ?? (full ??= new RegExp(source, flags)))
      : (full ??= new RegExp(source, flags));
}
