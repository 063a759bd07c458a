/** A queue of events by simulated time in milliseconds, earliest first. Events of the same millisecond keep the order in which they were added. */
export interface EventQueue {
  add(atMs: number, run: () => void | Promise<void>): void;
  /** undefined: the queue is empty */
  next(): { readonly atMs: number; run(): void | Promise<void> } | undefined;
  readonly size: number;
}

interface Entry {
  readonly atMs: number;
  readonly order: number;
  readonly run: () => void | Promise<void>;
}

const isBefore = (a: Entry, b: Entry): boolean => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);

/** A binary heap, because the queue processes millions of entries. */
export function eventQueue(): EventQueue {
  const heap: Entry[] = [];
  let added = 0;
  const at = (i: number): Entry => {
    const entry = heap[i];
    if (entry === undefined) throw new Error(`no entry ${i}`);
    return entry;
  };
  const swap = (i: number, j: number): void => {
    const entry = at(i);
    heap[i] = at(j);
    heap[j] = entry;
  };
  const sink = (): void => {
    for (let i = 0; ; ) {
      const left = 2 * i + 1;
      const right = left + 1;
      let first = i;
      if (left < heap.length && isBefore(at(left), at(first))) first = left;
      if (right < heap.length && isBefore(at(right), at(first))) first = right;
      if (first === i) return;
      swap(i, first);
      i = first;
    }
  };
  return {
    get size() {
      return heap.length;
    },
    add(atMs, run) {
      heap.push({ atMs, order: added++, run });
      for (let i = heap.length - 1; i > 0; ) {
        const parent = (i - 1) >> 1;
        if (!isBefore(at(i), at(parent))) return;
        swap(i, parent);
        i = parent;
      }
    },
    next() {
      const first = heap[0];
      const last = heap.pop();
      if (first === undefined || last === undefined) return undefined;
      if (heap.length > 0) {
        heap[0] = last;
        sink();
      }
      return first;
    },
  };
}
