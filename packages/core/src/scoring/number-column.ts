type Numbers = Int8Array | Int16Array | Int32Array | Float64Array;

/**
 * Stores numbers by index, outside the heap, in the narrowest typed arrays that fit them. A flag needs one byte for each instance, a mean eight.
 * Unset indexes are 0.
 */
export interface NumberColumn {
  set(index: number, value: number): void;
  at(index: number): number;
}

/** A block of this size never grows, so that a long column leaves no copies to the garbage collector. */
const BLOCK_BITS = 14;
const BLOCK_LENGTH = 2 ** BLOCK_BITS;
const FIRST_LENGTH = 16;

export function numberColumn(): NumberColumn {
  const blocks: (Numbers | undefined)[] = [];
  return {
    set(index, value) {
      const block = index >>> BLOCK_BITS;
      const place = index & (BLOCK_LENGTH - 1);
      const known = blocks[block] ?? new Int8Array(block === 0 ? FIRST_LENGTH : BLOCK_LENGTH);
      const fitting = narrowest(value, known);
      const length = place < known.length ? known.length : Math.min(BLOCK_LENGTH, Math.ceil((place + 1) * 1.5));
      const numbers = length === known.length && fitting === known.constructor ? known : new fitting(length);
      if (numbers !== known) numbers.set(known);
      numbers[place] = value;
      blocks[block] = numbers;
    },
    at: (index) => blocks[index >>> BLOCK_BITS]?.[index & (BLOCK_LENGTH - 1)] ?? 0,
  };
}

/** Never returns a narrower type than the current one, which must still fit the other values. -0 does not count as an integer. */
function narrowest(value: number, { BYTES_PER_ELEMENT: bytes }: Numbers) {
  const isWhole = (value | 0) === value && !Object.is(value, -0);
  if (!isWhole || bytes === 8) return Float64Array;
  if (bytes === 4 || value !== (value << 16) >> 16) return Int32Array;
  return bytes === 2 || value !== (value << 24) >> 24 ? Int16Array : Int8Array;
}
