/** Returns the lowest number that was added and not yet taken. */
export interface NumberHeap {
  add(value: number): void;
  /** Undefined: the heap is empty. */
  take(): number | undefined;
}

/** A binary heap: each call takes a time that grows with the logarithm of the size. */
export function numberHeap(): NumberHeap {
  const values: number[] = [];
  const at = (index: number): number => values[index] ?? Number.POSITIVE_INFINITY;

  function sink(value: number): void {
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      const child = at(left + 1) < at(left) ? left + 1 : left;
      if (at(child) >= value) break;
      values[index] = at(child);
      index = child;
    }
    values[index] = value;
  }

  return {
    add(value) {
      let index = values.push(value) - 1;
      for (let parent = (index - 1) >> 1; index > 0 && at(parent) > value; parent = (index - 1) >> 1) {
        values[index] = at(parent);
        index = parent;
      }
      values[index] = value;
    },
    take() {
      const [lowest] = values;
      const last = values.pop();
      if (last !== undefined && values.length > 0) sink(last);
      return lowest;
    },
  };
}
