type Numbers = Int8Array | Int16Array | Int32Array | Float64Array;

/**
 * Numbers by index in the narrowest typed array that holds them all, so that a flag of each instance takes a byte and a mean eight, none
 * of them on the heap. What was never set is 0.
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

/** Never narrower than what is there: the others must go on to fit. -0 is no whole number here. */
function narrowest(value: number, { BYTES_PER_ELEMENT: bytes }: Numbers) {
  const isWhole = (value | 0) === value && !Object.is(value, -0);
  if (!isWhole || bytes === 8) return Float64Array;
  if (bytes === 4 || value !== (value << 16) >> 16) return Int32Array;
  return bytes === 2 || value !== (value << 24) >> 24 ? Int16Array : Int8Array;
}
