import { numberHeap } from "./number-heap.ts";

/** The table of an encoding in the form of js-tiktoken. */
export interface BytePairTable {
  /** a regular expression of the pieces of a text */
  readonly pat_str: string;
  /** lines of a mark, the rank of the first token, and tokens in base64 */
  readonly bpe_ranks: string;
}

/** An encoding of OpenAI's. The marks of a chat, such as <|endoftext|>, are text. */
export interface BytePairEncoding {
  encode(text: string): number[];
  count(text: string): number;
  /** An incomplete character at either end becomes U+FFFD. */
  decode(tokens: readonly number[]): string;
}

/** Bytes as a string of as many characters, each below 256. */
type Bytes = string;

/** Pieces repeat, because most are words. More or longer ones would be megabytes. */
const MAX_KNOWN = 50_000;
const MAX_KNOWN_CHARS = 100;

/** Computes the tokens that OpenAI's tiktoken gives (decision 31). */
export function bytePairEncoding({ pat_str, bpe_ranks }: BytePairTable): BytePairEncoding {
  const pattern = new RegExp(pat_str, "gu");
  const ranks = readRanks(bpe_ranks);
  const known = new Map<string, readonly number[]>();
  let byRank: Bytes[] | undefined;

  function tokensOf(piece: string): readonly number[] {
    const found = known.get(piece);
    if (found !== undefined) return found;
    const tokens = mergedTokens(bytesOf(piece), ranks);
    if (known.size >= MAX_KNOWN) known.clear();
    if (piece.length <= MAX_KNOWN_CHARS) known.set(piece, tokens);
    return tokens;
  }
  return {
    encode(text) {
      const tokens: number[] = [];
      for (const [piece] of text.matchAll(pattern)) for (const token of tokensOf(piece)) tokens.push(token);
      return tokens;
    },
    count(text) {
      let count = 0;
      for (const [piece] of text.matchAll(pattern)) count += tokensOf(piece).length;
      return count;
    },
    decode(tokens) {
      byRank ??= inverted(ranks);
      let bytes = "";
      for (const token of tokens) bytes += byRank[token] ?? "";
      return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
    },
  };
}

function readRanks(lines: string): ReadonlyMap<Bytes, number> {
  const ranks = new Map<Bytes, number>();
  for (const line of lines.split("\n")) {
    const [, first = "", ...tokens] = line.split(" ");
    for (const [i, token] of tokens.entries()) ranks.set(atob(token), Number.parseInt(first, 10) + i);
  }
  return ranks;
}

function inverted(ranks: ReadonlyMap<Bytes, number>): Bytes[] {
  const byRank: Bytes[] = [];
  for (const [bytes, rank] of ranks) byRank[rank] = bytes;
  return byRank;
}

const encoder = new TextEncoder();

function bytesOf(text: string): Bytes {
  let bytes = "";
  for (const byte of encoder.encode(text)) bytes += String.fromCharCode(byte);
  return bytes;
}

/** Above each position in a piece. */
const POSITIONS = 2 ** 31;
const NONE = -1;

/**
 * Starts with single bytes, and merges the leftmost neighbours of the lowest rank until no neighbours are a token. A heap has the neighbours in this
 * order, so the time of a piece of n bytes grows with n log n.
 */
function mergedTokens(bytes: Bytes, ranks: ReadonlyMap<Bytes, number>): number[] {
  const whole = ranks.get(bytes);
  if (whole !== undefined) return [whole];
  const { length } = bytes;
  // by the start of a part: the starts of the next part and of the one before, and the rank of this part together with the next one
  const next = Int32Array.from({ length: length + 1 }, (_, start) => start + 1);
  const before = Int32Array.from({ length: length + 1 }, (_, start) => start - 1);
  const pairRank = new Int32Array(length).fill(NONE);
  const waiting = numberHeap();
  const rankAgain = (start: number): void => {
    const second = next[start] ?? length;
    const rank = second < length ? ranks.get(bytes.slice(start, next[second])) : undefined;
    pairRank[start] = rank ?? NONE;
    if (rank !== undefined) waiting.add(rank * POSITIONS + start);
  };
  for (let start = 0; start < length; start++) rankAgain(start);
  for (let lowest = waiting.take(); lowest !== undefined; lowest = waiting.take()) {
    const start = lowest % POSITIONS;
    // a part that has grown or gone since then has another rank
    if (pairRank[start] !== (lowest - start) / POSITIONS) continue;
    const second = next[start] ?? length;
    const third = next[second] ?? length;
    pairRank[second] = NONE;
    next[start] = third;
    before[third] = start;
    rankAgain(start);
    const first = before[start] ?? NONE;
    if (first !== NONE) rankAgain(first);
  }
  const tokens: number[] = [];
  for (let start = 0; start < length; start = next[start] ?? length) {
    const token = ranks.get(bytes.slice(start, next[start]));
    if (token !== undefined) tokens.push(token);
  }
  return tokens;
}
