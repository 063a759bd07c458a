import { counted } from "@medhelm/core/text/counted";
import type { ObjectStore } from "@medhelm/core/ports";
import { hasObjects } from "@medhelm/core/store/has-objects";
import { TOP_FOLDERS } from "@medhelm/core/store/object-keys";
import { UserError } from "@medhelm/core/user-error";
import { copyInOrder, type OnCopied } from "../../backup/copy-in-order.ts";
import { makeOutputFolder } from "../../places/make-output-folder.ts";
import { openFolderStore } from "../../places/open-store.ts";
import { readSharedBucket, sharedStore, writeSharedBucket } from "../../places/shared-bucket.ts";
import { requireBucket, withBucketFault } from "../../service-api/require-bucket.ts";
import { requireConditions } from "../../service-api/require-conditions.ts";

interface SharePlace {
  readonly outputPath: string;
  readonly bucket: string;
  /** Called for the folder's own objects, such as those of a backup, that are copied into an empty bucket. Absent: they are not copied. */
  readonly onCopied?: OnCopied;
  notice(text: string): void;
}

/**
 * Puts the objects of an output path into a bucket, which several machines share. A folder with objects, such as a copy of a backup, is
 * copied into an empty bucket; an interrupted copy goes on at the next call.
 * @throws UserError if the folder belongs to another bucket, both have objects, or workers cannot share the bucket
 */
export async function shareStore({ outputPath, bucket, onCopied, notice }: SharePlace): Promise<void> {
  makeOutputFolder(outputPath);
  const known = readSharedBucket(outputPath);
  if (known !== undefined && known.bucket !== bucket)
    throw new UserError(
      `--output-path ${outputPath} belongs to the bucket ${known.bucket}; name another folder, or --store s3://${known.bucket}`,
    );
  const shared = sharedStore(bucket);
  await requireBucket(shared, bucket);
  await withBucketFault(bucket, () => requireConditions(shared, bucket)); // at each start, because somebody may switch versions on
  if (known?.isFilled === true) return;
  const folder = openFolderStore(outputPath);
  if (onCopied !== undefined && (await hasObjects(folder, "")))
    await fill({ outputPath, bucket, notice, onCopied }, folder, shared, known !== undefined);
  writeSharedBucket(outputPath, bucket, true);
}

async function fill(
  { outputPath, bucket, notice, onCopied }: Required<SharePlace>,
  folder: ObjectStore,
  shared: ObjectStore,
  isContinued: boolean,
): Promise<void> {
  if (!isContinued && (await hasObjects(shared, "")))
    throw new UserError(
      `--store s3://${bucket}: the bucket and the folder ${outputPath} both have objects; name an empty bucket, or a new folder`,
    );
  writeSharedBucket(outputPath, bucket, false);
  const copyOne = async (key: string): Promise<number | undefined> => {
    if (key.startsWith(TOP_FOLDERS.site)) return undefined; // the stack serves sites from the folder
    const found = await folder.get(key);
    if (found === undefined) return undefined;
    await shared.put(key, found.body);
    return found.sizeBytes;
  };
  const { objects } = await copyInOrder(folder, copyOne, onCopied);
  notice(`${counted(objects, "object")} of ${outputPath} ${objects === 1 ? "is" : "are"} copied to s3://${bucket}`);
}

/** @throws UserError if a bucket has the objects of the folder, and the user names none */
export function refuseForgottenBucket(outputPath: string): void {
  const bucket = readSharedBucket(outputPath)?.bucket;
  if (bucket !== undefined)
    throw new UserError(`--output-path ${outputPath}: its objects are in a bucket; add --store s3://${bucket}`);
}
