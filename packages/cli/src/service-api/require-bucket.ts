import type { ObjectStore } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";
import { bucketFault } from "./bucket-fault.ts";

/** Asks a bucket for one name, so that a wrong name, address or key is found first. @throws UserError that says what to correct */
export const requireBucket = (objects: Pick<ObjectStore, "list">, bucket: string): Promise<void> =>
  withBucketFault(bucket, async () => {
    for await (const _ of objects.list("work/")) return;
  });

/** Waits for requests to a bucket. @throws UserError instead of an error that an operator can correct */
export async function withBucketFault<T>(bucket: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = bucketFault(error);
    if (reason === undefined) throw error;
    throw new UserError(`s3://${bucket}: ${reason}`, { cause: error });
  }
}
