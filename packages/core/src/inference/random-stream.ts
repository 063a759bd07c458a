import { sha256Hex } from "../store/canonical.ts";

/** Returns the next whole number from 0 to `below` - 1. */
export type NextIndex = (below: number) => number;

/**
 * Returns the random streams of one sampled thing, one for each replicate. A stream depends on the seed, the name and the replicate only. Results
 * therefore do not depend on the number of threads or on other computations. The generator is SFC32 of PractRand.
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

/** Its state is a typed array, because V8 would allocate a number for each change of a captured variable above 31 bits. */
function sfc32(first: number, second: number, third: number): () => number {
  const state = Int32Array.of(first, second, third, 1);
  const next = (): number => {
    const a = state[0] ?? 0;
    const b = state[1] ?? 0;
    const c = state[2] ?? 0;
    const counter = state[3] ?? 0;
    const sum = (((a + b) | 0) + counter) | 0;
    state[3] = counter + 1;
    state[0] = b ^ (b >>> 9);
    state[1] = (c + (c << 3)) | 0;
    state[2] = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let i = 0; i < 15; i++) next(); // its author's number of rounds, after which close seeds give unlike numbers
  return next;
}
