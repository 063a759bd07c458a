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
  readonly headers?: KeptHeaders | undefined;
}

/** What S3 keeps with an object and hands out with it: for objects that a browser reads. */
export interface KeptHeaders {
  readonly contentType: string;
  readonly cacheControl: string;
}

/** 10,000 parts at most: objects up to 80 GB. Two parts are in memory at once, the one sent and the one read. */
export const PART_BYTES = 8 * 2 ** 20;

/** `retry` asks again after a 409. A body larger than one part can be read only once, so that its 409 is thrown. */
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
    await read.return(undefined); // lets go of a body that was not read to its end
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
    ContentLength: Buffer.byteLength(body), // of an empty body too, which the SDK takes for a stream
    ...kept(headers),
    ...headersOf(condition),
  });
  return outcome(key, async () => (await send(client, command, { once: condition !== undefined })).output.ETag);
}

async function putParts(
  { client, bucket, key, headers }: Target,
  body: AsyncIterable<Uint8Array>,
  condition: Condition | undefined,
): Promise<PutResult> {
  const at = { Bucket: bucket, Key: key };
  const created = await send(
    client,
    new CreateMultipartUploadCommand({ ...at, ...kept(headers), ChecksumAlgorithm: "CRC32" }),
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
    // once even without a condition: sent again, it would be told that there is no such upload
    const result = await outcome(key, async () => (await send(client, command, { once: true })).output.ETag);
    if (result.outcome === "refused") await abort(client, upload);
    return result;
  } catch (error) {
    await abort(client, upload);
    throw error;
  }
}

/** A bucket's lifecycle rule removes what this could not. */
async function abort(client: S3Client, upload: { Bucket: string; Key: string; UploadId: string | undefined }) {
  await send(client, new AbortMultipartUploadCommand(upload)).catch(() => undefined);
}

const kept = (headers: KeptHeaders | undefined) =>
  headers === undefined ? {} : { ContentType: headers.contentType, CacheControl: headers.cacheControl };

const headersOf = (condition: Condition | undefined) =>
  condition === undefined ? {} : "ifAbsent" in condition ? { IfNoneMatch: "*" } : { IfMatch: condition.ifMatch };

/** 412, and 404 to If-Match, are a refusal; 409 is asked again; all else is thrown and leaves the outcome open. */
async function outcome(key: string, write: () => Promise<string | undefined>): Promise<PutResult> {
  try {
    const etag = await write();
    if (etag === undefined) throw new Error(`S3 answered the put of ${key} without an ETag`);
    return { outcome: "written", etag };
  } catch (error) {
    if (statusOf(error) === 412 || isMissing(error)) return { outcome: "refused" };
    throw conflictOr(error, key);
  }
}

export const conflictOr = (error: unknown, key: string): unknown =>
  statusOf(error) === 409 ? new ConflictError(`${key}: another write was under way`, { cause: error }) : error;

async function* joined(first: Uint8Array, second: Uint8Array, rest: AsyncIterable<Uint8Array>) {
  yield first;
  yield second;
  yield* rest;
}
