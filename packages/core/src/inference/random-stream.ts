import { sha256Hex } from "../store/canonical.ts";

/** Returns the next whole number from 0 to `below` - 1. */
export type NextIndex = (below: number) => number;

/**
 * Returns the random streams of one sampled thing, one for each replicate. A stream depends on the seed, the name and the replicate only, so results do not depend
 * on the number of threads or on what else is computed. The generator is SFC32 of PractRand.
 * @param name what is sampled, e.g. the name of a benchmark
 */
export function randomStreams(seed: number, name: string): (replicate: number) => NextIndex {
  const hash = sha256Hex(`${seed}\n${name}`);
  const [first, second] = [Number.parseInt(hash.slice(0, 8), 16), Number.parseInt(hash.slice(8, 16), 16)];
  return (replicate) => {
    const next = sfc32(first, second, replicate);
    return (below) => Math.floor((next() * below) / 0x1_0000_0000);
  };
}

function sfc32(first: number, second: number, third: number): () => number {
  let a = first | 0;
  let b = second | 0;
  let c = third | 0;
  let counter = 1;
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return sum >>> 0;
  };
  for (let i = 0; i < 15; i++) next(); // its author's number of rounds, after which close seeds give unlike numbers
  return next;
}
