const MAGIC = "ARROW1";
/** The length of the footer and the magic word end the file. */
const END_BYTES = 10;
const RECORD_BATCH = 3;
const DICTIONARY_BATCH = 2;
const UNION = 14;
/** From this version of the format on, a buffer has no page number. */
const NO_PAGE_NUMBER = 3;
/** LZ4 packs at most 255 bytes into one. */
const MOST_UNPACKED = 255;
const BITS = 8;
/** Lists of a header may share bytes. All lists together have at most this many entries for each byte. */
const MOST_SHARED = 8;

/**
 * Checks all lengths in the headers of an Arrow file before the reader of flechette makes arrays of them: it fills memory for a damaged one. The tables of a
 * header are in the FlatBuffers format.
 * @throws Error or RangeError if the file is damaged
 */
export function checkArrowHeaders(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - END_BYTES;
  if (end < MAGIC.length || textAt(bytes, 0) !== MAGIC || textAt(bytes, end + 4) !== MAGIC)
    throw new Error("it does not begin and end as an Arrow file does");
  const footer = header(bytes, end - view.getInt32(end, true), end);
  const root = footer.table(0);
  const schema = root(6);
  if (schema !== undefined) footer.fields(schema);
  footer.metadata(root(12));
  let left = bytes.length;
  const seen = new Set<number>();
  for (const blocks of [root(8), root(10)])
    for (const block of footer.vector(blocks, 24)) {
      const offset = Number(footer.view.getBigInt64(block, true));
      if (seen.has(offset)) throw new Error("two of its parts are at one place");
      seen.add(offset);
      left -= checkMessage(bytes, offset);
      if (left < 0) throw new Error("its parts are longer than the file");
    }
}

const textAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + MAGIC.length));

/** Returns the bytes of the body. */
function checkMessage(bytes: Uint8Array, offset: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isContinued = view.getInt32(offset, true) === -1;
  const start = offset + (isContinued ? 8 : 4);
  const size = view.getInt32(start - 4, true);
  const head = header(bytes, start, start + size);
  const message = head.table(0);
  const [version, type, content, length] = [message(4), message(6), message(8), message(10)];
  const body = length === undefined ? 0 : Number(head.view.getBigInt64(length, true));
  if (body < 0 || start + size + body > bytes.length) throw new Error("the length of a part is damaged");
  const kind = type === undefined ? 0 : head.view.getUint8(type);
  if (content === undefined || (kind !== RECORD_BATCH && kind !== DICTIONARY_BATCH))
    throw new Error("a part is no batch of rows");
  const batch = kind === RECORD_BATCH ? content : head.table(content)(6);
  const hasPages = version === undefined || head.view.getInt16(version, true) < NO_PAGE_NUMBER;
  if (batch !== undefined) checkBatch(head, batch, body, hasPages);
  return body;
}

function checkBatch(head: Header, at: number, body: number, hasPages: boolean): void {
  const batch = head.table(at);
  const packed = batch(10) !== undefined;
  const mostRows = BITS * body * (packed ? MOST_UNPACKED : 1);
  const long = (place: number): number => Number(head.view.getBigInt64(place, true));
  for (const node of head.vector(batch(6), 16))
    if (long(node) < 0 || long(node) > mostRows) throw new Error("the length of a column is damaged");
  const skipped = hasPages ? 8 : 0;
  let bytes = 0;
  for (const buffer of head.vector(batch(8), 16 + skipped)) {
    const [offset, length] = [long(buffer + skipped), long(buffer + skipped + 8)];
    bytes += length;
    if (offset < 0 || length < 0 || offset + length > body || bytes > body)
      throw new Error("the length of a buffer is damaged");
  }
  for (const _ of head.vector(batch(12), 8));
}

interface Header {
  readonly view: DataView;
  /** Finds the entries of the table to which this place points, by their slots. */
  table(at: number): (slot: number) => number | undefined;
  /** The places of a vector's entries. */
  vector(at: number | undefined, stride: number): Generator<number>;
  /** Checks the fields of a schema, and their children. */
  fields(schema: number): void;
  metadata(at: number | undefined): void;
}

/** A DataView refuses a place outside the header. */
function header(bytes: Uint8Array, start: number, end: number): Header {
  if (start < 0 || end > bytes.length || end < start) throw new Error("the length of a header is damaged");
  const view = new DataView(bytes.buffer, bytes.byteOffset + start, end - start);
  let left = MOST_SHARED * view.byteLength;
  const spend = (count: number): void => {
    left -= count;
    if (count < 0 || left < 0) throw new Error("the length of a list in a header is damaged");
  };
  const table: Header["table"] = (at) => {
    const place = at + view.getInt32(at, true);
    const slots = place - view.getInt32(place, true);
    const size = view.getInt16(slots, true);
    return (slot) => {
      const offset = slot < size ? view.getInt16(slots + slot, true) : 0;
      return offset === 0 ? undefined : place + offset;
    };
  };
  const vector: Header["vector"] = function* (at, stride) {
    if (at === undefined) return;
    const base = at + view.getInt32(at, true);
    const count = view.getInt32(base, true);
    spend(count * stride);
    for (let i = 0; i < count; i++) yield base + 4 + i * stride;
  };
  const text = (at: number | undefined): void => {
    if (at !== undefined) spend(view.getInt32(at + view.getInt32(at, true), true));
  };
  const metadata: Header["metadata"] = (at) => {
    for (const entry of vector(at, 4)) {
      const pair = table(entry);
      text(pair(4));
      text(pair(6));
    }
  };
  const list = (at: number | undefined): void => {
    for (const one of vector(at, 4)) {
      const field = table(one);
      text(field(4));
      const [typeId, type] = [field(8), field(10)];
      if (typeId !== undefined && type !== undefined && view.getUint8(typeId) === UNION)
        for (const _ of vector(table(type)(6), 4));
      list(field(14));
      metadata(field(16));
    }
  };
  return {
    view,
    table,
    vector,
    metadata,
    fields(schema) {
      const of = table(schema);
      list(of(6));
      metadata(of(8));
    },
  };
}
