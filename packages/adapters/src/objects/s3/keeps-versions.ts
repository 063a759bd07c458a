import { GetBucketVersioningCommand, type S3Client } from "@aws-sdk/client-s3";
import { statusOf } from "../lost-reply.ts";
import { send } from "./send.ts";

/**
 * Whether a bucket keeps the bytes of deleted objects as old versions. Also true if it keeps no new ones any more, because the earlier ones stay.
 * @returns undefined if the server refuses to say
 */
export async function keepsVersions(client: S3Client, bucket: string): Promise<boolean | undefined> {
  try {
    const { output } = await send(client, new GetBucketVersioningCommand({ Bucket: bucket }));
    return output.Status !== undefined;
  } catch (error) {
    const status = statusOf(error);
    if (status === undefined) throw error;
    return status === 501 ? false : undefined; // a server without versions
  }
}
