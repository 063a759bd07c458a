import { GetObjectCommand, type GetObjectCommandOutput, type S3Client } from "@aws-sdk/client-s3";
import type { ByteRange } from "@medhelm/core/ports";
import { statusOf } from "../lost-reply.ts";
import { noObject } from "../object-key.ts";
import { isMissing, send } from "./send.ts";

export interface Source {
  readonly client: S3Client;
  readonly bucket: string;
  readonly key: string;
}

const ATTEMPTS = 4; // in a row without any bytes; each includes the SDK's own retries

/**
 * Streams the bytes of one version. S3 closes the connection of a slow reader, so an interrupted read continues at the next byte if the
 * object has not changed.
 * @throws Error if the object is missing or changes during the read
 */
export async function* readObject(
  source: Source,
  { start = 0, end }: Partial<ByteRange> = {},
): AsyncGenerator<Uint8Array, void> {
  if (end !== undefined && end <= start) return;
  let at = start;
  let version: { readonly etag: string | undefined; readonly end: number } | undefined;
  for (let attempt = 1; ; attempt++) {
    const output = await open(source, { start: at, end }, version?.etag);
    if (output?.Body === undefined) return;
    version ??= { etag: output.ETag, end: at + (output.ContentLength ?? 0) };
    try {
      for await (const chunk of bytesOf(output.Body)) {
        at += chunk.length;
        attempt = 0;
        yield chunk;
      }
      return;
    } catch (error) {
      // If all bytes have arrived, their checksum is wrong and a retry cannot help.
      if (attempt >= ATTEMPTS || at >= version.end) throw error;
    }
  }
}

/** Returns undefined if the range starts at or after the end of the object. */
async function open(
  { client, bucket, key }: Source,
  { start, end }: { readonly start: number; readonly end: number | undefined },
  etag: string | undefined,
): Promise<GetObjectCommandOutput | undefined> {
  const command = new GetObjectCommand({
    Bucket: bucket,
    Key: key,
    ...(start === 0 && end === undefined ? {} : { Range: `bytes=${start}-${end === undefined ? "" : end - 1}` }),
    ...(etag === undefined ? {} : { IfMatch: etag }),
  });
  try {
    return (await send(client, command)).output;
  } catch (error) {
    if (statusOf(error) === 416) return undefined;
    if (isMissing(error)) throw noObject(key, { cause: error });
    if (statusOf(error) === 412) throw new Error(`${key} changed while it was read.`, { cause: error });
    throw error;
  }
}

async function* bytesOf(body: NonNullable<GetObjectCommandOutput["Body"]>): AsyncGenerator<Uint8Array> {
  if (!(Symbol.asyncIterator in body)) throw new Error("S3's reply is not a stream");
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) throw new Error("S3's reply is not a stream of bytes");
    yield chunk;
  }
}
