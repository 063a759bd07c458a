import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lazyStore } from "@medhelm/adapters/objects/lazy-store";
import { type PresignBase, presignUrl } from "@medhelm/adapters/objects/presigned-url";
import { systemClock } from "@medhelm/adapters/system-clock";
import type { ObjectStore } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { PRIVATE_FOLDER } from "./private-folder.ts";

const BucketFile = z.object({
  formatVersion: z.literal(1),
  bucket: z.string(),
  /** False while a backup is copied into the bucket. */
  isFilled: z.boolean(),
});
type BucketFile = z.infer<typeof BucketFile>;

const fileOf = (outputPath: string): string => join(outputPath, PRIVATE_FOLDER, "bucket.json");

/** The bucket that has the objects of an output path, in place of its folder. Undefined: the folder has them. */
export function readSharedBucket(outputPath: string): BucketFile | undefined {
  const file = fileOf(outputPath);
  if (!existsSync(file)) return undefined;
  try {
    return BucketFile.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    throw new UserError(`${file} is damaged; delete it, and start medhelm up with --store s3://BUCKET again`, {
      cause,
    });
  }
}

export function writeSharedBucket(outputPath: string, bucket: string, isFilled: boolean): void {
  const value: BucketFile = { formatVersion: 1, bucket, isFilled };
  writeFileSync(fileOf(outputPath), JSON.stringify(value));
}

/** Opens a bucket at its first use. Uploads go through the API, because clients may not reach the server of the bucket. */
export const sharedStore = (bucket: string, presign?: PresignBase): ObjectStore =>
  lazyStore(
    // imported here, because the thread that renews leases must start at once
    async () => (await import("../service-api/open-bucket.ts")).openBucket(bucket, process.env),
    async (key, options) => presignUrl(presign, key, options, systemClock.nowMs()),
  );

/** The environment variables of a bucket's server, in addition to those of the AWS chain. */
export const BUCKET_VARIABLES: readonly string[] = ["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"];
