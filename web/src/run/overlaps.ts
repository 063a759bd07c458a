type Span = readonly [start: number, end: number];

const WORDS_TOGETHER = 3;
const MOST_CHARACTERS = 50_000;

const wordsOf = (text: string) =>
  [...text.slice(0, MOST_CHARACTERS).matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }));

/** The stretches of `text` whose words are in `other` in the same order: at least three, or all words of a shorter `other`. */
export function overlaps(text: string, other: string): Span[] {
  const [own, others] = [wordsOf(text), wordsOf(other)];
  const length = Math.min(WORDS_TOGETHER, others.length);
  if (length === 0) return [];
  const joined = (words: readonly { word: string }[], at: number) =>
    words
      .slice(at, at + length)
      .map(({ word }) => word)
      .join(" ");
  const known = new Set(Array.from({ length: others.length - length + 1 }, (_, at) => joined(others, at)));
  const found: [number, number][] = [];
  for (let at = 0; at + length <= own.length; at++) {
    const [first, last] = [own[at], own[at + length - 1]];
    if (first === undefined || last === undefined || !known.has(joined(own, at))) continue;
    const before = found.at(-1);
    if (before !== undefined && first.start <= before[1]) before[1] = last.end;
    else found.push([first.start, last.end]);
  }
  return found;
}
