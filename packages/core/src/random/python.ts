import { createHash } from "node:crypto";
import { fromKey, type NextWord } from "./mt19937.ts";

/** The methods of CPython's `random.Random` that HELM uses (Lib/random.py, Modules/_randommodule.c). */
export interface PythonRandom {
  /** a number in [0, 1) */
  random(): number;
  /** at most 32 bits */
  getrandbits(bits: number): number;
  /** an integer in [0, n) */
  randrange(n: number): number;
  /** a shuffled copy; CPython's random.shuffle changes the list itself */
  shuffle<T>(items: readonly T[]): T[];
  /** k of the items, without replacement, in the order drawn. @throws RangeError if there are fewer items */
  sample<T>(items: readonly T[], k: number): T[];
}

/** Splits a big-endian number into 32-bit words, the least significant first, without leading zeros. */
function toWords(bytes: Uint8Array): number[] {
  const key: number[] = [];
  for (let end = bytes.length; end > 0; end -= 4) {
    let word = 0;
    for (const byte of bytes.subarray(Math.max(0, end - 4), end)) word = (word << 8) | byte;
    key.push(word >>> 0);
  }
  while (key.length > 1 && key.at(-1) === 0) key.pop();
  return key;
}

function seededGenerator(seed: number | string): NextWord {
  if (typeof seed === "number") {
    const magnitude = Math.abs(seed);
    const high = Math.floor(magnitude / 2 ** 32);
    return fromKey(high === 0 ? [magnitude >>> 0] : [magnitude >>> 0, high]);
  }
  // Version 2 of seed(): the text's bytes followed by their SHA-512, read as one big-endian integer.
  const text = Buffer.from(seed, "utf8");
  return fromKey(toWords(Buffer.concat([text, createHash("sha512").update(text).digest()])));
}

/** Creates a generator as `random.seed(seed)` does. The seed is an integer within 2^53 or a text. */
export function pythonRandom(seed: number | string): PythonRandom {
  const next = seededGenerator(seed);
  const getrandbits = (bits: number) => next() >>> (32 - bits);
  const randrange = (n: number) => {
    const bits = 32 - Math.clz32(n);
    let drawn = getrandbits(bits);
    while (drawn >= n) drawn = getrandbits(bits);
    return drawn;
  };
  return {
    random: () => ((next() >>> 5) * 2 ** 26 + (next() >>> 6)) / 2 ** 53,
    getrandbits,
    randrange,
    shuffle(items) {
      const order = [...items.keys()];
      for (let i = order.length - 1; i >= 1; i -= 1) swap(order, i, randrange(i + 1));
      return pick(items, order);
    },
    sample: (items, k) => pick(items, sampleIndices(items.length, k, randrange)),
  };
}

const pick = <T>(items: readonly T[], indices: readonly number[]): T[] =>
  indices.flatMap((index) => items.slice(index, index + 1));

function swap(order: number[], i: number, j: number): void {
  [order[i], order[j]] = [order[j] ?? 0, order[i] ?? 0];
}

/** CPython draws from a shrinking pool if the pool needs less memory than a set of drawn indices. Otherwise it redraws duplicates. */
function sampleIndices(n: number, k: number, randrange: (n: number) => number): number[] {
  if (k < 0 || k > n) throw new RangeError(`cannot sample ${k} of ${n} items`);
  const setSize = k > 5 ? 21 + 4 ** Math.ceil(Math.log(k * 3) / Math.log(4)) : 21;
  if (n > setSize) {
    const drawn = new Set<number>();
    while (drawn.size < k) drawn.add(randrange(n));
    return [...drawn];
  }
  const pool = Array.from({ length: n }, (_, i) => i);
  // Each drawn index moves to the end of the pool, so the end contains the sample in reverse order.
  for (let taken = 0; taken < k; taken += 1) swap(pool, randrange(n - taken), n - taken - 1);
  return pool.slice(n - k).toReversed();
}
