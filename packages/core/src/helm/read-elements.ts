import { UserError } from "../user-error.ts";
import { jsonErrorMessage } from "../text/json-error-message.ts";
import { parsePythonJson } from "./parse-python-json.ts";

export interface ReadElementsOptions {
  /** The file's name in messages. */
  readonly label?: string;
  /** Receives the other fields of the top-level object in file order: those before the list precede its first element. */
  readonly onField?: (name: string, value: unknown) => void;
}

const LINE_BREAK = 0x0a;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The most elements of a batch. */
const BATCH = 64;

/**
 * Yields the elements of a JSON file's top-level list, or of the list under `key` of its top-level object. Memory holds one chunk and a few
 * elements at a time. NaN and Infinity are accepted, because HELM writes them.
 * @throws UserError if the file is truncated, is not valid JSON or has no such list
 */
export async function* readElements(
  chunks: AsyncIterable<Uint8Array>,
  key?: string,
  options?: ReadElementsOptions,
): AsyncGenerator {
  for await (const batch of readBatches(chunks, key, options)) for (const element of batch) yield element;
}

/** As `readElements`, with several elements at a time: to wait for each of them costs as much as to parse it. */
export async function* readBatches(
  chunks: AsyncIterable<Uint8Array>,
  key?: string,
  options: ReadElementsOptions = {},
): AsyncGenerator<readonly unknown[]> {
  const reader = valueReader(chunks, options.label ?? (key === undefined ? "the JSON file" : `the file with ${key}`));
  try {
    if (key === undefined) {
      await reader.expect(OPEN_LIST, "begin with [");
      yield* list(reader);
    } else yield* listUnder(key, reader, options);
    await reader.end();
  } finally {
    await reader.close();
  }
}

async function* listUnder(
  key: string,
  reader: ValueReader,
  { onField }: ReadElementsOptions,
): AsyncGenerator<readonly unknown[]> {
  await reader.expect(OPEN_OBJECT, "begin with {");
  let found = false;
  let more = (await reader.peek()) !== CLOSE_OBJECT;
  if (!more) reader.skip();
  while (more) {
    const name = await reader.value();
    await reader.expect(COLON, "have a colon after a key");
    if (name === key) {
      found = true;
      await reader.expect(OPEN_LIST, `have a list under ${key}`);
      yield* list(reader);
    } else {
      const value = await reader.value();
      onField?.(String(name), value);
    }
    more = await reader.separator(CLOSE_OBJECT);
  }
  if (!found) throw reader.error(`has no field ${key}`);
}

async function* list(reader: ValueReader): AsyncGenerator<readonly unknown[]> {
  let more = (await reader.peek()) !== CLOSE_LIST;
  if (!more) reader.skip();
  while (more) {
    const batch = reader.indented();
    if (batch.length > 0) yield batch; // before an error of the next element
    if (batch.length === BATCH) continue;
    yield [await reader.value()];
    more = await reader.separator(CLOSE_LIST);
  }
}

type ValueReader = ReturnType<typeof valueReader>;

/** Reads whole JSON values from chunks. All positions are in bytes. */
function valueReader(chunks: AsyncIterable<Uint8Array>, label: string) {
  const source = chunks[Symbol.asyncIterator]();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let buffer = new Uint8Array(0);
  /** the part of the buffer that is filled */
  let bytes = buffer;
  let at = 0;
  /** Elements that begin before this position are not in the form of json.dump. */
  let otherFormUntil = 0;
  let values = 0;

  const error = (what: string) => new UserError(`${label} ${what}`);
  const cutShort = () =>
    error(
      `ends in the middle, after ${values} values: it may be truncated; download it again, or run the benchmark again`,
    );

  /** Appends the next chunk and drops the bytes before `at`. Returns false at the end of the source. */
  async function readChunk(): Promise<boolean> {
    const next = await source.next();
    if (next.done) return false;
    const rest = bytes.length - at;
    const length = rest + next.value.length;
    // most chunks fit into the buffer of those before, so that a large file leaves no garbage of its own size
    const isFull = buffer.length < length;
    if (isFull) buffer = new Uint8Array(2 * length);
    if (isFull || at > 0) buffer.set(bytes.subarray(at));
    buffer.set(next.value, rest);
    bytes = buffer.subarray(0, length);
    otherFormUntil -= at;
    at = 0;
    return true;
  }

  /** Returns the next byte that is not white space, without consuming it; undefined at the end. */
  async function peek(): Promise<number | undefined> {
    for (;;) {
      while (at < bytes.length && isSpace(bytes[at])) at++;
      if (at < bytes.length) return bytes[at];
      if (!(await readChunk())) return undefined;
    }
  }

  async function expect(byte: number, what: string): Promise<void> {
    const next = await peek();
    if (next === undefined) throw cutShort();
    if (next !== byte) throw error(`does not ${what}`);
    at++;
  }

  async function separator(closing: number): Promise<boolean> {
    const next = await peek();
    if (next === undefined) throw cutShort();
    if (next !== COMMA && next !== closing) throw error(`is not valid JSON after ${values} values`);
    at++;
    return next === COMMA;
  }

  async function value(): Promise<unknown> {
    if ((await peek()) === undefined) throw cutShort();
    const scan: Scan = { length: 0, depth: 0, inString: false };
    while (!continueScan(bytes.subarray(at), scan)) {
      if (await readChunk()) continue;
      if (scan.depth > 0 || scan.inString) throw cutShort();
      break;
    }
    const text = bytes.subarray(at, at + scan.length);
    at += scan.length;
    values++;
    try {
      return parsePythonJson(decoder.decode(text));
    } catch (cause) {
      throw error(`is not valid JSON in value ${values}: ${jsonErrorMessage(cause)}`);
    }
  }

  /**
   * Returns the next elements in memory that are indented as json.dump writes them, and stops before the last one of a list. An object ends at the
   * first line with a closing brace of its own indentation. A text that ends earlier is no JSON. Then `value` reads this element and all others
   * before that line. A search for the line at each of them would take time that grows with the square of the chunk.
   */
  function indented(): readonly unknown[] {
    const batch: unknown[] = [];
    while (batch.length < BATCH) {
      const start = firstAfter(bytes, at, isSpace);
      const line = lineOf(bytes, start);
      if (bytes[start] !== OPEN_OBJECT || line === undefined || start < otherFormUntil) break;
      const closing = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(`${line}}`, start);
      const comma = closing + line.length + 1;
      const isClosed = closing >= 0 && bytes[comma] === COMMA;
      const parsed = isClosed ? parsedOrUndefined(bytes.subarray(start, comma)) : undefined;
      if (parsed === undefined) {
        otherFormUntil = closing < 0 ? bytes.length : closing;
        break;
      }
      at = comma + 1;
      values++;
      batch.push(parsed);
    }
    return batch;
  }

  function parsedOrUndefined(text: Uint8Array): unknown {
    try {
      return parsePythonJson(decoder.decode(text));
    } catch {
      return undefined;
    }
  }

  async function end(): Promise<void> {
    if ((await peek()) !== undefined) throw error("has text after the end of its JSON");
  }

  function skip(): void {
    at++;
  }

  /** Closes the source, also when the consumer stops early. */
  async function close(): Promise<void> {
    await source.return?.();
  }

  return { peek, expect, separator, value, indented, end, skip, close, error };
}

interface Scan {
  /** Bytes of the value that were scanned so far. */
  length: number;
  depth: number;
  inString: boolean;
}

/** Continues a scan and returns true when the value is complete. `bytes` start with the value. */
function continueScan(bytes: Uint8Array, scan: Scan): boolean {
  while (scan.length < bytes.length) {
    if (scan.inString) {
      const quote = closingQuote(bytes, scan.length);
      scan.inString = quote < 0;
      scan.length = quote < 0 ? bytes.length : quote + 1;
      if (!scan.inString && scan.depth === 0) return true;
      continue;
    }
    const byte = bytes[scan.length];
    if (scan.depth === 0 && endsBareWord(byte)) return true;
    if (byte === QUOTE) scan.inString = true;
    if (byte === OPEN_OBJECT || byte === OPEN_LIST) scan.depth++;
    const closes = byte === CLOSE_OBJECT || byte === CLOSE_LIST;
    if (closes) scan.depth--;
    scan.length++;
    if (closes && scan.depth === 0) return true;
  }
  return false;
}

/** True for the bytes that can follow a number, true, false or null. */
function endsBareWord(byte: number | undefined): boolean {
  return byte === COMMA || byte === COLON || byte === CLOSE_LIST || byte === CLOSE_OBJECT || isSpace(byte);
}

/** Finds the first quote at or after `from` that is not escaped; -1 if the bytes contain none. */
function closingQuote(bytes: Uint8Array, from: number): number {
  for (let quote = bytes.indexOf(QUOTE, from); quote >= 0; quote = bytes.indexOf(QUOTE, quote + 1)) {
    let start = quote;
    while (start > 0 && bytes[start - 1] === BACKSLASH) start--;
    if ((quote - start) % 2 === 0) return quote;
  }
  return -1;
}

/** The first position from `from` on whose byte is not one of those. */
function firstAfter(bytes: Uint8Array, from: number, isSkipped: (byte: number | undefined) => boolean): number {
  let at = from;
  while (at < bytes.length && isSkipped(bytes[at])) at++;
  return at;
}

/** The line break and the spaces before a position; undefined if other bytes, or the start of the bytes, are there. */
function lineOf(bytes: Uint8Array, at: number): string | undefined {
  let start = at;
  while (start > 0 && bytes[start - 1] === SPACE) start--;
  return bytes[start - 1] === LINE_BREAK ? `\n${" ".repeat(at - start)}` : undefined;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
