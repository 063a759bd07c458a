import type { SearchIndex } from "./search-index.ts";

export interface FoundSection {
  /** relative to the documentation's folder */
  readonly address: string;
  readonly heading: string;
  readonly page: string;
  readonly begin: string;
}

const MAX_RESULTS = 30;
const HEADING_POINTS = 4;
const TITLE_POINTS = 2;

/** The sections that have all words of the query, the best first. The last word may be the beginning of a word. */
export function findSections({ pages, sections, words }: SearchIndex, query: string): FoundSection[] {
  const wanted = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (wanted.length === 0) return [];
  const sets = wanted.map((word, index) => sectionsWith(words, word, index === wanted.length - 1));
  const [first = new Set<number>(), ...others] = sets;
  return [...first]
    .filter((number) => others.every((set) => set.has(number)))
    .flatMap((number) => {
      const [page = 0, anchor = "", heading = "", begin = ""] = sections[number] ?? [];
      const [address = "", title = ""] = pages[page] ?? [];
      const points = wanted.reduce((sum, word) => sum + pointsOf(word, heading, title), anchor === "" ? 1 : 0);
      return [
        { points, found: { address: anchor === "" ? address : `${address}#${anchor}`, heading, page: title, begin } },
      ];
    })
    .toSorted((a, b) => b.points - a.points)
    .slice(0, MAX_RESULTS)
    .map(({ found }) => found);
}

const pointsOf = (word: string, heading: string, title: string): number =>
  (heading.toLowerCase().includes(word) ? HEADING_POINTS : 0) + (title.toLowerCase().includes(word) ? TITLE_POINTS : 0);

function sectionsWith(words: SearchIndex["words"], word: string, mayBegin: boolean): Set<number> {
  const exact = Object.hasOwn(words, word) ? [word] : [];
  const names = mayBegin ? Object.keys(words).filter((name) => name.startsWith(word)) : exact;
  return new Set(names.flatMap((name) => numbersOf(words[name] ?? "")));
}

function numbersOf(steps: string): number[] {
  let last = 0;
  return steps.split(" ").map((step) => (last += Number.parseInt(step, 36)));
}
