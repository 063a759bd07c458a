import { fnv1a } from "./fnv1a.ts";

/** Numbers distinct texts 0, 1, 2, ... in the order of their first `add`. */
export interface TextIndex {
  /** Returns the number of the text, which is new if it equals `size()` before the call. */
  add(text: string): number;
  /** The number of a text that was added; undefined otherwise. */
  find(text: string): number | undefined;
  /** The text of a number; "" if no text has it. */
  at(index: number): string;
  size(): number;
}

const FIRST_SLOTS = 64;
const FIRST_BYTES = 1024;
const GROWTH = 1.5;

/**
 * Keeps the texts as bytes outside of the heap: a text takes its UTF-8 bytes and about 25 more. A Map of strings takes 100, which the garbage
 * collector visits each time.
 */
export function textIndex(): TextIndex {
  let bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  let ends = new Float64Array(FIRST_SLOTS); // more than 4 GB of texts do not fit in 32 bits
  let slots = new Int32Array(FIRST_SLOTS).fill(-1);
  let hashes = new Uint32Array(FIRST_SLOTS);
  let count = 0;
  const malformed = new Map<number, string>(); // half of a surrogate pair has no UTF-8

  const startOf = (index: number): number => (index === 0 ? 0 : (ends[index - 1] ?? 0));
  const textOf = (index: number): string => malformed.get(index) ?? bytes.toString("utf8", startOf(index), ends[index]);

  /** The slot that has the text, or the free one where it belongs. */
  function slotOf(text: string, hash: number): number {
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const index = slots[slot] ?? -1;
      if (index < 0 || (hashes[index] === hash && textOf(index) === text)) return slot;
    }
  }

  function store(text: string, hash: number): void {
    const start = startOf(count);
    const end = start + Buffer.byteLength(text);
    if (end > bytes.length) {
      const longer = Buffer.allocUnsafeSlow(Math.ceil(end * GROWTH));
      bytes.copy(longer, 0, 0, start);
      bytes = longer;
    }
    if (count === hashes.length) {
      const length = Math.ceil(count * GROWTH);
      const [moreEnds, moreHashes] = [new Float64Array(length), new Uint32Array(length)];
      moreEnds.set(ends);
      moreHashes.set(hashes);
      [ends, hashes] = [moreEnds, moreHashes];
    }
    bytes.write(text, start);
    if (!text.isWellFormed()) malformed.set(count, text);
    ends[count] = end;
    hashes[count] = hash;
  }

  function spread(): void {
    slots = new Int32Array(slots.length * 2).fill(-1);
    const mask = slots.length - 1;
    for (let index = 0; index < count; index++) {
      let slot = (hashes[index] ?? 0) & mask;
      while ((slots[slot] ?? -1) >= 0) slot = (slot + 1) & mask;
      slots[slot] = index;
    }
  }

  return {
    add(text) {
      const hash = fnv1a(text);
      const slot = slotOf(text, hash);
      const known = slots[slot] ?? -1;
      if (known >= 0) return known;
      store(text, hash);
      slots[slot] = count++;
      if (count * 2 > slots.length) spread();
      return count - 1;
    },
    find(text) {
      const index = slots[slotOf(text, fnv1a(text))] ?? -1;
      return index < 0 ? undefined : index;
    },
    at: (index) => (index >= 0 && index < count ? textOf(index) : ""),
    size: () => count,
  };
}
