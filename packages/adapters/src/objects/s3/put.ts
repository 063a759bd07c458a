import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import type { Condition, PutResult } from "@medhelm/core/ports";
import { type AnyBody, isStream } from "../object-body.ts";
import { ConflictError } from "../conflict-retry.ts";
import { parts } from "./parts.ts";
import { statusOf } from "../lost-reply.ts";
import { isMissing, send } from "./send.ts";

export interface Target {
  readonly client: S3Client;
  readonly bucket: string;
  readonly key: string;
  readonly headers?: StoredHeaders | undefined;
}

/** Headers that S3 stores with an object and sends to the browser that reads it. */
export interface StoredHeaders {
  readonly contentType: string;
  readonly cacheControl: string;
}

/** S3 accepts 10,000 parts, so objects of up to 80 GB. Two parts are in memory at once: one is sent while the next one is read. */
export const PART_BYTES = 8 * 2 ** 20;

/** Writes an object, in parts if it is larger than one. `retry` repeats a put after a 409; a body of several parts can be read only once. */
export async function putObject(
  target: Target,
  body: AnyBody,
  condition: Condition | undefined,
  retry: (work: () => Promise<PutResult>) => Promise<PutResult>,
): Promise<PutResult> {
  if (!isStream(body)) return retry(() => putWhole(target, body, condition));
  const read = parts(body, PART_BYTES);
  try {
    const first = (await read.next()).value ?? new Uint8Array();
    const second = await read.next();
    if (second.done === true) return await retry(() => putWhole(target, first, condition));
    return await putParts(target, joined(first, second.value, read), condition);
  } finally {
    await read.return(undefined); // closes a body that was not read to its end
  }
}

async function putWhole(
  { client, bucket, key, headers }: Target,
  body: Uint8Array | string,
  condition: Condition | undefined,
): Promise<PutResult> {
  const command = new PutObjectCommand({
    Bucket: bucket,
    Key: key,
    Body: body,
    ContentLength: Buffer.byteLength(body), // without it the SDK treats an empty body as a stream
    ...metadata(headers),
    ...headersOf(condition),
  });
  return writeResult(key, async () => (await send(client, command, { noResend: condition !== undefined })).output.ETag);
}

async function putParts(
  { client, bucket, key, headers }: Target,
  body: AsyncIterable<Uint8Array>,
  condition: Condition | undefined,
): Promise<PutResult> {
  const at = { Bucket: bucket, Key: key };
  const created = await send(
    client,
    new CreateMultipartUploadCommand({ ...at, ...metadata(headers), ChecksumAlgorithm: "CRC32" }),
  );
  const upload = { ...at, UploadId: created.output.UploadId };
  try {
    const Parts: { PartNumber: number; ETag: string | undefined; ChecksumCRC32: string | undefined }[] = [];
    for await (const part of body) {
      const PartNumber = Parts.length + 1;
      const sent = await send(
        client,
        new UploadPartCommand({ ...upload, PartNumber, Body: part, ChecksumAlgorithm: "CRC32" }),
      );
      Parts.push({ PartNumber, ETag: sent.output.ETag, ChecksumCRC32: sent.output.ChecksumCRC32 });
    }
    const command = new CompleteMultipartUploadCommand({
      ...upload,
      MultipartUpload: { Parts },
      ...headersOf(condition),
    });
    // Never resent, because a second request for a completed upload fails.
    const result = await writeResult(key, async () => (await send(client, command, { noResend: true })).output.ETag);
    if (result.outcome === "refused") await abort(client, upload);
    return result;
  } catch (error) {
    await abort(client, upload);
    throw error;
  }
}

/** Ignores errors, because a lifecycle rule of the bucket removes the remaining parts. */
async function abort(client: S3Client, upload: { Bucket: string; Key: string; UploadId: string | undefined }) {
  await send(client, new AbortMultipartUploadCommand(upload)).catch(() => undefined);
}

const metadata = (headers: StoredHeaders | undefined) =>
  headers === undefined ? {} : { ContentType: headers.contentType, CacheControl: headers.cacheControl };

const headersOf = (condition: Condition | undefined) =>
  condition === undefined ? {} : "ifAbsent" in condition ? { IfNoneMatch: "*" } : { IfMatch: condition.ifMatch };

/** Maps 412, and 404 to If-Match, to a refusal and 409 to ConflictError. After any other error the write may have happened. */
async function writeResult(key: string, write: () => Promise<string | undefined>): Promise<PutResult> {
  try {
    const etag = await write();
    if (etag === undefined) throw new Error(`S3's reply to the put of ${key} has no ETag`);
    return { outcome: "written", etag };
  } catch (error) {
    if (statusOf(error) === 412 || isMissing(error)) return { outcome: "refused" };
    throw conflictOr(error, key);
  }
}

export const conflictOr = (error: unknown, key: string): unknown =>
  statusOf(error) === 409 ? new ConflictError(`${key}: another write was in progress`, { cause: error }) : error;

async function* joined(first: Uint8Array, second: Uint8Array, rest: AsyncIterable<Uint8Array>) {
  yield first;
  yield second;
  yield* rest;
}
