/** The copied share of a summary (Grusky et al. 2018, "Newsroom"), like summ_eval's DataStatsMetric, which HELM uses. */
export interface ExtractiveStats {
  /** Share of the summary's tokens within copied fragments, 0 to 1. */
  readonly coverage: number;
  /** Mean length, over the summary's tokens, of the fragment that contains the token. */
  readonly density: number;
  /** Source tokens per summary token. */
  readonly compression: number;
}

/** All 0 for a summary without tokens. Letter case does not count. */
export function extractiveStats(source: readonly string[], summary: readonly string[]): ExtractiveStats {
  if (summary.length === 0) return { coverage: 0, density: 0, compression: 0 };
  const lengths = fragmentLengths(source.map(lowerCase), summary.map(lowerCase));
  return {
    coverage: sum(lengths) / summary.length,
    density: sum(lengths.map((length) => length ** 2)) / summary.length,
    compression: source.length / summary.length,
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const lowerCase = (token: string): string => token.toLowerCase();

/**
 * Finds, from left to right, the longest source fragment at each position of the summary, and continues after it.
 * HELM (summ_eval): the search in the source also continues after each match, so a match that starts within another is missed.
 */
function fragmentLengths(source: readonly string[], summary: readonly string[]): number[] {
  const places = placesOf(summary, source);
  const lengths: number[] = [];
  for (let at = 0; at < summary.length; ) {
    let longest = 0;
    let next = 0;
    for (const place of places.get(summary[at] ?? "") ?? []) {
      if (place < next) continue;
      const length = commonLength(source, place, summary, at);
      longest = Math.max(longest, length);
      next = place + length;
    }
    if (longest > 0) lengths.push(longest);
    at += Math.max(1, longest);
  }
  return lengths;
}

/** Positions in the source of each summary token, so that a record of 100,000 tokens is scanned once. */
function placesOf(summary: readonly string[], source: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>(summary.map((token) => [token, []]));
  for (const [at, token] of source.entries()) places.get(token)?.push(at);
  return places;
}

function commonLength(source: readonly string[], place: number, summary: readonly string[], at: number): number {
  let length = 0;
  while (
    place + length < source.length &&
    at + length < summary.length &&
    source[place + length] === summary[at + length]
  )
    length++;
  return length;
}
