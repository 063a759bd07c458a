import type { ObjectStore } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";
import { bucketFault } from "./bucket-fault.ts";

/** Asks a bucket for one name, so that a wrong name, address or key is found first. @throws UserError that says what to correct */
export async function requireBucket(objects: Pick<ObjectStore, "list">, bucket: string): Promise<void> {
  try {
    for await (const _ of objects.list("work/")) return;
  } catch (error) {
    const reason = bucketFault(error);
    if (reason === undefined) throw error;
    throw new UserError(`s3://${bucket}: ${reason}`, { cause: error });
  }
}
