import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
  type S3Client,
} from "@aws-sdk/client-s3";
import type { Clock, DeleteResult, ObjectHead, ObjectStore } from "@medhelm/core/ports";
import { endOfFolder } from "@medhelm/core/store/list-folders";
import { UserError } from "@medhelm/core/user-error";
import { retryConflicts } from "./conflict-retry.ts";
import { checkKey, isObjectKey, noObject } from "./object-key.ts";
import { endUploads } from "./s3/end-uploads.ts";
import { presign } from "./s3/presign.ts";
import { conflictOr, type StoredHeaders, putObject } from "./s3/put.ts";
import { readObject } from "./s3/read.ts";
import { statusOf } from "./lost-reply.ts";
import { pagesOf } from "./s3/pages-of.ts";
import { isMissing, send } from "./s3/send.ts";
import { systemClock } from "../system-clock.ts";

export interface S3StoreOptions {
  /** Called at the first use of the store, so that opening a store costs nothing. */
  readonly client: () => S3Client;
  readonly bucket: string;
  /** Signs URLs for a browser or the cli, if they reach S3 at another endpoint than this process. */
  readonly presignClient?: () => S3Client;
  readonly clock?: Pick<Clock, "sleep" | "random">;
  /** The headers that S3 stores with the object of a key; undefined for none. */
  readonly headers?: (key: string) => StoredHeaders | undefined;
}
export interface S3Store extends ObjectStore {
  readonly bucket: string;
  /** Copies from another bucket. The bytes stay within S3. */
  copyFrom(bucket: string, from: string, to: string): Promise<void>;
}

/**
 * The objects of one bucket. An etag is the MD5 of the bytes, so equal bytes written again keep their etag (decision 0006).
 * Times are S3's own, in whole seconds.
 */
export function s3Store({
  client,
  bucket,
  presignClient = client,
  clock = systemClock,
  headers,
}: S3StoreOptions): S3Store {
  const at = (key: string) => {
    checkKey(key);
    return { Bucket: bucket, Key: key };
  };
  const head = async (key: string): Promise<ObjectHead | undefined> => {
    try {
      const { output, dateMs } = await send(client(), new HeadObjectCommand(at(key)));
      return headOf(key, output, dateMs);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };
  const copyFrom = async (source: string, from: string, to: string): Promise<void> => {
    checkKey(from);
    const command = new CopyObjectCommand({ ...at(to), CopySource: encodeURIComponent(`${source}/${from}`) });
    try {
      await send(client(), command);
    } catch (error) {
      if (isMissing(error)) throw noObject(from, { cause: error });
      if (isTooLargeToCopy(error))
        throw new UserError(`${from} cannot be copied to ${to}: S3 copies at most 5 GB in one request`);
      throw conflictOr(error, to);
    }
  };
  const retry = <T>(work: () => Promise<T>) => retryConflicts(clock, work);

  const listed = (asked: Pick<ListObjectsV2CommandInput, "Prefix" | "Delimiter" | "StartAfter">) =>
    pagesOf(
      (marker) => send(client(), new ListObjectsV2Command({ Bucket: bucket, ...asked, ...marker })),
      ({ NextContinuationToken: ContinuationToken }) => ({ ContinuationToken }),
    );

  return {
    bucket,
    head,
    async get(key) {
      try {
        const { output, dateMs } = await send(client(), new GetObjectCommand(at(key)));
        const body = (await output.Body?.transformToByteArray()) ?? new Uint8Array();
        return { ...headOf(key, output, dateMs), body };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async *stream(key, range) {
      checkKey(key);
      yield* readObject({ client: client(), bucket, key }, range);
    },
    async put(key, body, condition) {
      checkKey(key);
      return putObject({ client: client(), bucket, key, headers: headers?.(key) }, body, condition, retry);
    },
    copy: (from, to) => retry(() => copyFrom(bucket, from, to)),
    copyFrom: (source, from, to) => retry(() => copyFrom(source, from, to)),
    async *list(prefix, { after } = {}) {
      for await (const { output, dateMs } of listed({ Prefix: prefix, StartAfter: after }))
        for (const { Key, Size, ETag, LastModified } of output.Contents ?? [])
          if (Key !== undefined && isObjectKey(Key))
            yield headOf(Key, { ContentLength: Size, ETag, LastModified }, dateMs);
    },
    async folders(prefix, after) {
      const names: string[] = [];
      const StartAfter = after === undefined ? undefined : endOfFolder(prefix, after);
      for await (const { output } of listed({ Prefix: prefix, Delimiter: "/", StartAfter }))
        for (const { Prefix = "" } of output.CommonPrefixes ?? [])
          if (isObjectKey(Prefix.slice(0, -1))) names.push(Prefix.slice(prefix.length, -1));
      return names;
    },
    // S3's reply does not say whether the object existed, so a head comes first.
    async delete(key, condition) {
      if ((await head(key)) === undefined) return "absent";
      return retry(() => remove(key, condition));
    },
    endUploads: (prefix) => endUploads(client(), bucket, prefix),
    presign: async (key, options) => presign(presignClient(), at(key), options),
  };

  async function remove(key: string, condition: { readonly ifMatch: string } | undefined): Promise<DeleteResult> {
    const IfMatch = condition?.ifMatch;
    const command = new DeleteObjectCommand({ ...at(key), ...(IfMatch === undefined ? {} : { IfMatch }) });
    try {
      await send(client(), command, { noResend: condition !== undefined });
      return "deleted";
    } catch (error) {
      if (isMissing(error)) return "absent";
      if (statusOf(error) === 412) return (await head(key)) === undefined ? "absent" : "refused";
      throw conflictOr(error, key);
    }
  }
}

/** The fields that a head, a get and a list have in common. */
interface Described {
  readonly ContentLength?: number | undefined;
  readonly ETag?: string | undefined;
  readonly LastModified?: Date | undefined;
}

function headOf(key: string, { ContentLength, ETag, LastModified }: Described, dateMs: number): ObjectHead {
  if (ContentLength === undefined || ETag === undefined || LastModified === undefined)
    throw new Error(`S3 described ${key} without its length, etag or time`);
  return { key, sizeBytes: ContentLength, etag: ETag, lastModifiedMs: LastModified.getTime(), storeNowMs: dateMs };
}

const isTooLargeToCopy = (error: unknown): boolean =>
  statusOf(error) === 400 && error instanceof Error && error.message.includes("copy source is larger");
