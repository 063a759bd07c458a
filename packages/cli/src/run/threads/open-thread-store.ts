import { fsStore } from "@medhelm/adapters/objects/fs-store";
import type { ObjectStore } from "@medhelm/core/ports";
import { readSharedBucket, sharedStore } from "../../places/shared-bucket.ts";

/** Opens the objects of an output path for a thread, which needs no answers. */
export function openThreadStore(outputPath: string): ObjectStore {
  const bucket = readSharedBucket(outputPath)?.bucket;
  return bucket === undefined ? fsStore(outputPath, { fsync: true }) : sharedStore(bucket);
}
