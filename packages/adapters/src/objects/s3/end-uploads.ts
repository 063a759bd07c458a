import { AbortMultipartUploadCommand, ListMultipartUploadsCommand, type S3Client } from "@aws-sdk/client-s3";
import { statusOf } from "../lost-reply.ts";
import { pagesOf } from "./pages-of.ts";
import { send } from "./send.ts";

/**
 * Deletes the parts of all uploads below a prefix that have not ended, of which no listing of objects shows anything: a killed writer leaves them.
 * @returns the number of uploads
 */
export async function endUploads(client: S3Client, bucket: string, prefix: string): Promise<number> {
  let ended = 0;
  const pages = pagesOf(
    (marker) => send(client, new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...marker })),
    ({ NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker }) => ({ KeyMarker, UploadIdMarker }),
  );
  for await (const { output } of pages)
    for (const { Key, UploadId } of output.Uploads ?? []) {
      await abort(client, { Bucket: bucket, Key, UploadId });
      ended++;
    }
  return ended;
}

/** An upload that has ended meanwhile is no error. */
async function abort(client: S3Client, upload: AbortMultipartUploadCommand["input"]): Promise<void> {
  await send(client, new AbortMultipartUploadCommand(upload)).catch((error: unknown) => {
    if (statusOf(error) !== 404) throw error;
  });
}
