import { DeleteObjectsCommand, ListObjectVersionsCommand, type S3Client } from "@aws-sdk/client-s3";
import { pagesOf } from "./pages-of.ts";
import { send } from "./send.ts";

interface Version {
  readonly Key: string;
  readonly VersionId: string;
}

/** The limit of a request. */
const MOST_KEYS = 1000;

/**
 * Deletes the old versions of the objects below a prefix, and then the marks of deleted objects: without its mark the version before would come back.
 * Objects stay. Safe to repeat.
 * @param isOf whether the versions of a key are deleted
 * @returns the number of versions and marks
 * @throws Error if the server refuses, e.g. because a lock protects a version
 */
export async function deleteVersions(
  client: S3Client,
  bucket: string,
  prefix: string,
  onDeleted: (done: number, total: number) => void,
  isOf: (key: string) => boolean = () => true,
): Promise<number> {
  const { old, marks } = await versionsBelow(client, bucket, prefix, isOf);
  const total = old.length + marks.length;
  let done = 0;
  for (const versions of [old, marks])
    for (let at = 0; at < versions.length; at += MOST_KEYS) {
      const some = versions.slice(at, at + MOST_KEYS);
      await remove(client, bucket, some);
      onDeleted((done += some.length), total);
    }
  return total;
}

async function versionsBelow(client: S3Client, bucket: string, prefix: string, isOf: (key: string) => boolean) {
  const [old, marks]: [Version[], Version[]] = [[], []];
  const pages = pagesOf(
    (marker) => send(client, new ListObjectVersionsCommand({ Bucket: bucket, Prefix: prefix, ...marker })),
    ({ NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker }) => ({ KeyMarker, VersionIdMarker }),
  );
  for await (const { output } of pages) {
    for (const { Key, VersionId, IsLatest } of output.Versions ?? [])
      if (Key !== undefined && VersionId !== undefined && IsLatest !== true && isOf(Key)) old.push({ Key, VersionId });
    for (const { Key, VersionId, IsLatest } of output.DeleteMarkers ?? [])
      if (Key !== undefined && VersionId !== undefined && isOf(Key))
        (IsLatest === true ? marks : old).push({ Key, VersionId });
  }
  return { old, marks };
}

async function remove(client: S3Client, bucket: string, versions: readonly Version[]): Promise<void> {
  const Delete = { Objects: [...versions], Quiet: true };
  const { output } = await send(client, new DeleteObjectsCommand({ Bucket: bucket, Delete }));
  const [first] = output.Errors ?? [];
  if (first !== undefined)
    throw new Error(`S3 did not delete the version ${first.VersionId} of ${first.Key}: ${first.Message ?? first.Code}`);
}
