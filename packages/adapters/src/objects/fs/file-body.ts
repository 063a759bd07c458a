import { writeFileSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { ByteRange } from "@medhelm/core/ports";
import { type AnyBody, isStream } from "../object-body.ts";

/** Reads of Node's default of 64 KiB cost a large file twice the time. */
const CHUNK_BYTES = 256 * 1024;

/** Node's thread pool would cost a body of this size more time than the write itself. */
const SMALL_BYTES = 128 * 1024;

/** Writes a new file. `fsync`: its bytes survive a power cut. */
export async function writeBody(path: string, body: AnyBody, fsync: boolean): Promise<void> {
  if (!fsync && !isStream(body) && body.length <= SMALL_BYTES) return writeFileSync(path, body, { flag: "wx" });
  const file = await open(path, "wx");
  try {
    if (isStream(body)) for await (const chunk of body) await file.writeFile(chunk);
    else await file.writeFile(body);
    if (fsync) await file.sync();
  } finally {
    await file.close();
  }
}

/** Node's own stream costs a file of some megabytes about as much as reading it. */
export async function* chunksOf(file: FileHandle, { start = 0, end = Infinity }: Partial<ByteRange> = {}) {
  for (let at = start; at < end; ) {
    const length = Math.min(CHUNK_BYTES, end - at);
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(length), 0, length, at);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}
