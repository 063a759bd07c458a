type Numbers = Int8Array | Int16Array | Int32Array | Float64Array;

/**
 * Stores numbers by index, outside the heap, in the narrowest typed array that fits them all. A flag needs one byte for each instance, a mean eight.
 * Unset indexes are 0.
 */
export interface NumberColumn {
  set(index: number, value: number): void;
  at(index: number): number;
}

export function numberColumn(): NumberColumn {
  let numbers: Numbers = new Int8Array(16);
  return {
    set(index, value) {
      const fitting = narrowest(value, numbers);
      if (index >= numbers.length || fitting !== numbers.constructor) {
        const length = index >= numbers.length ? Math.ceil((index + 1) * 1.5) : numbers.length;
        const wider = new fitting(length);
        wider.set(numbers);
        numbers = wider;
      }
      numbers[index] = value;
    },
    at: (index) => numbers[index] ?? 0,
  };
}

/** Never returns a narrower type than the current one, which must still fit the other values. -0 does not count as an integer. */
function narrowest(value: number, { BYTES_PER_ELEMENT: bytes }: Numbers) {
  const isWhole = (value | 0) === value && !Object.is(value, -0);
  if (!isWhole || bytes === 8) return Float64Array;
  if (bytes === 4 || value !== (value << 16) >> 16) return Int32Array;
  return bytes === 2 || value !== (value << 24) >> 24 ? Int16Array : Int8Array;
}
