const N = 624;
const M = 397;

/** Returns the next 32-bit word of a Mersenne Twister. */
export type NextWord = () => number;

/** MT19937 with a seeded state of 624 words (Matsumoto and Nishimura, mt19937ar.c). */
function generator(state: Uint32Array): NextWord {
  let index = N;
  const at = (i: number) => state[i % N] ?? 0;
  const twist = () => {
    for (let i = 0; i < N; i += 1) {
      const y = (at(i) & 0x80000000) | (at(i + 1) & 0x7fffffff);
      state[i] = at(i + M) ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
    }
    index = 0;
  };
  return () => {
    if (index === N) twist();
    let y = at(index);
    index += 1;
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  };
}

function knuthState(seed: number): Uint32Array {
  const state = new Uint32Array(N);
  state[0] = seed;
  for (let i = 1; i < N; i += 1) {
    const previous = state[i - 1] ?? 0;
    state[i] = Math.imul(1812433253, previous ^ (previous >>> 30)) + i;
  }
  return state;
}

/** init_genrand: numpy's RandomState uses it for an integer seed below 2^32. */
export const fromInteger = (seed: number): NextWord => generator(knuthState(seed >>> 0));

/** init_by_array: CPython's random uses it for every seed. `key` contains 32-bit words, the least significant first. */
export function fromKey(key: readonly number[]): NextWord {
  const state = knuthState(19650218);
  let i = 1;
  const mix = (factor: number, plus: number) => {
    const previous = state[i - 1] ?? 0;
    state[i] = ((state[i] ?? 0) ^ Math.imul(previous ^ (previous >>> 30), factor)) + plus;
    i += 1;
    if (i >= N) {
      state[0] = state[N - 1] ?? 0;
      i = 1;
    }
  };
  for (let k = 0; k < Math.max(N, key.length); k += 1) {
    const j = k % key.length;
    mix(1664525, (key[j] ?? 0) + j);
  }
  for (let k = 0; k < N - 1; k += 1) mix(1566083941, -i);
  state[0] = 0x80000000;
  return generator(state);
}
