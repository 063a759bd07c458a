import { numberColumn } from "../scoring/number-column.ts";
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
/** A block of this size never grows. A longer text has a block of its own. */
const BLOCK_BYTES = 2 ** 20;
const GROWTH = 1.5;

/**
 * Keeps the texts as bytes outside of the heap: a text takes its UTF-8 bytes and about 20 more. A Map of strings takes 100, which the garbage
 * collector visits each time.
 */
export function textIndex(): TextIndex {
  const blocks: Buffer[] = [Buffer.allocUnsafeSlow(FIRST_BYTES)];
  let used = 0; // of the last block
  const blockAt = numberColumn();
  const startAt = numberColumn();
  const lengthAt = numberColumn();
  const hashAt = numberColumn();
  let slots = new Int32Array(FIRST_SLOTS).fill(-1);
  let count = 0;
  const malformed = new Map<number, string>(); // half of a surrogate pair has no UTF-8

  function textOf(index: number): string {
    const start = startAt.at(index);
    const text = malformed.get(index) ?? blocks[blockAt.at(index)]?.toString("utf8", start, start + lengthAt.at(index));
    return text ?? "";
  }

  /** The slot that has the text, or the free one where it belongs. */
  function slotOf(text: string, hash: number): number {
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const index = slots[slot] ?? -1;
      if (index < 0 || (hashAt.at(index) === (hash | 0) && textOf(index) === text)) return slot;
    }
  }

  /** The block with room for so many bytes, which is the last one. */
  function blockFor(bytes: number): Buffer {
    const last = blocks.at(-1);
    if (last !== undefined && used + bytes <= last.length) return last;
    if (last !== undefined && used + bytes <= BLOCK_BYTES) {
      const longer = Buffer.allocUnsafeSlow(Math.min(BLOCK_BYTES, Math.ceil((used + bytes) * GROWTH)));
      last.copy(longer, 0, 0, used);
      blocks[blocks.length - 1] = longer;
      return longer;
    }
    const next = Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, bytes));
    blocks.push(next);
    used = 0;
    return next;
  }

  function store(text: string, hash: number): void {
    const length = Buffer.byteLength(text);
    blockFor(length).write(text, used);
    if (!text.isWellFormed()) malformed.set(count, text);
    blockAt.set(count, blocks.length - 1);
    startAt.set(count, used);
    lengthAt.set(count, length);
    hashAt.set(count, hash | 0);
    used += length;
  }

  function spread(): void {
    slots = new Int32Array(slots.length * 2).fill(-1);
    const mask = slots.length - 1;
    for (let index = 0; index < count; index++) {
      let slot = hashAt.at(index) & mask;
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
