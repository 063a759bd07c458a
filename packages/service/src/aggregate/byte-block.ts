/** Texts and bytes that are written one after the other into the same memory, and taken in blocks. */
export interface ByteBlock {
  text(text: string): void;
  bytes(bytes: Uint8Array): void;
  /** Whether there is enough for a block of 64 KiB. */
  isFull(): boolean;
  /** Returns what was written since the last call. The next write overwrites it. */
  take(): Uint8Array;
}

const BLOCK_BYTES = 64 * 1024;
/** A UTF-16 unit takes three bytes at most in UTF-8. */
const BYTES_A_UNIT = 3;

/** Each byte is copied once. Strings that are joined, flattened and encoded cost a file of some megabytes several times as much. */
export function byteBlock(): ByteBlock {
  let block = Buffer.allocUnsafeSlow(2 * BLOCK_BYTES);
  let length = 0;
  const reserve = (bytes: number): void => {
    if (length + bytes <= block.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * (length + bytes));
    larger.set(block.subarray(0, length));
    block = larger;
  };
  return {
    text(text) {
      reserve(text.length * BYTES_A_UNIT);
      length += block.write(text, length);
    },
    bytes(bytes) {
      reserve(bytes.length);
      block.set(bytes, length);
      length += bytes.length;
    },
    isFull: () => length >= BLOCK_BYTES,
    take() {
      const taken = block.subarray(0, length);
      length = 0;
      return taken;
    },
  };
}
