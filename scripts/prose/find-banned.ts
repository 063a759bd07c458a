import { BANNED } from "./words.ts";

export interface Hit {
  /** counted from 1 */
  readonly line: number;
  readonly words: string;
  readonly instead: string;
}

const PATTERNS = BANNED.map(({ pattern, instead, atStart }) => {
  const words = `\\b(?:${pattern.replaceAll(" ", "\\s+")})\\b`;
  return {
    instead,
    pattern: atStart === undefined ? new RegExp(words, "gi") : new RegExp(`(?<=[.:;!?\\0]\\s+|^\\s*)${words}`, "g"),
  };
});

/** The banned turns in a text of proseOf, in the order of the text; of two that overlap the longer one. */
export function findBanned(prose: string): Hit[] {
  const found = PATTERNS.flatMap(({ pattern, instead }) =>
    [...prose.matchAll(pattern)].map(({ 0: words, index }) => ({ words, index, end: index + words.length, instead })),
  ).toSorted((a, b) => a.index - b.index || b.end - a.end);
  const hits: Hit[] = [];
  let covered = -1;
  for (const { words, index, end, instead } of found) {
    if (end <= covered) continue;
    covered = end;
    const line = prose.slice(0, index).split("\n").length;
    hits.push({ line, words: words.replaceAll(/\s+/g, " ").trim(), instead });
  }
  return hits;
}
