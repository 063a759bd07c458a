const MAGIC = 0x184d2204;
const MAX_BYTES = 2 ** 30;

/**
 * Unpacks one LZ4 frame, the compression that pandas uses for Feather files. No maintained library reads frames. Checksums are
 * not compared, because the file's own sha256 is recorded. Format: lz4_Frame_format.md and lz4_Block_format.md of the lz4
 * project.
 * @throws RangeError if the frame is incomplete, has an invalid reference, or unpacks to more than 1 GiB
 */
export function unpackLz4Frame(packed: Uint8Array): Uint8Array {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  if (view.getUint32(0, true) !== MAGIC) throw new RangeError("not an LZ4 frame");
  const flags = view.getUint8(4);
  const hasBlockChecksum = (flags & 0x10) !== 0;
  // magic, flags, block size, header checksum; content size and dictionary id are optional
  let at = 7 + ((flags & 0x08) === 0 ? 0 : 8) + ((flags & 0x01) === 0 ? 0 : 4);
  const output = new Output();
  for (;;) {
    const size = view.getUint32(at, true);
    at += 4;
    if (size === 0) return output.whole();
    const length = size & 0x7fffffff;
    if (at + length > packed.length) throw new RangeError("the LZ4 frame is cut off");
    const block = packed.subarray(at, at + length);
    if (size >= 2 ** 31) output.append(block);
    else unpackBlock(block, output);
    at += length + (hasBlockChecksum ? 4 : 0);
  }
}

/** A block is a sequence of literals and of copies of earlier output, which may be from earlier blocks. */
function unpackBlock(block: Uint8Array, output: Output): void {
  let at = 0;
  const byte = (): number => {
    const value = block[at++];
    if (value === undefined) throw new RangeError("the LZ4 block is cut off");
    return value;
  };
  const length = (nibble: number): number => {
    if (nibble < 15) return nibble;
    let total = nibble;
    for (let more = 255; more === 255; ) total += more = byte();
    return total;
  };
  while (at < block.length) {
    const token = byte();
    const literals = length(token >> 4);
    if (at + literals > block.length) throw new RangeError("the LZ4 block is cut off");
    output.append(block.subarray(at, at + literals));
    at += literals;
    // the last sequence has no copy
    if (at === block.length) return;
    const offset = byte() | (byte() << 8);
    output.copy(offset, length(token & 15) + 4);
  }
}

/** Collects the unpacked bytes. */
class Output {
  #bytes = new Uint8Array(2 ** 16);
  #length = 0;

  append(bytes: Uint8Array): void {
    this.#makeRoom(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Copies byte by byte, because the source may overlap the target. */
  copy(offset: number, length: number): void {
    if (offset === 0 || offset > this.#length) throw new RangeError("the LZ4 block refers to what is not there");
    this.#makeRoom(length);
    for (let i = 0; i < length; i++) this.#bytes[this.#length + i] = this.#bytes[this.#length - offset + i] ?? 0;
    this.#length += length;
  }

  whole(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #makeRoom(length: number): void {
    const needed = this.#length + length;
    if (needed > MAX_BYTES) throw new RangeError("the LZ4 frame unpacks to more than 1 GiB");
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, 2 * this.#bytes.length));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
