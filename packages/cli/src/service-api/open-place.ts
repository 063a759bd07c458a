import { resolve } from "node:path";
import { belowPrefix } from "@medhelm/adapters/objects/below-prefix";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { unpackedStore } from "@medhelm/adapters/objects/unpacked-store";
import type { ObjectStore } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";
import { requireInputFolder } from "../places/require-input-folder.ts";
import { openBucket } from "./open-bucket.ts";
import { requireBucket } from "./require-bucket.ts";

const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?))?\/?$/;

/** A folder of this disk, or a prefix of a bucket. */
export interface Place {
  /** without "/" at the end; "" is the root of the bucket */
  readonly path: string;
  /** Opens the objects below a path of this place's disk or bucket. */
  open(path: string): ObjectStore;
}

/** @param name names the option or argument in messages. @throws UserError for a folder that does not exist */
export async function findPlace(place: string, name: string): Promise<Place> {
  const [isBucket, bucket = "", prefix = ""] = BUCKET.exec(place) ?? [];
  if (isBucket !== undefined) {
    const objects = unpackedStore(await openBucket(bucket, process.env));
    await requireBucket(objects, bucket);
    return { path: prefix, open: (path) => (path === "" ? objects : belowPrefix(`${path}/`, objects)) };
  }
  if (place.startsWith("s3://"))
    throw new UserError(`${name} ${place}: the address of a bucket is s3://BUCKET or s3://BUCKET/PREFIX`);
  requireInputFolder(place, `${name} ${place}`, "name the folder that has runs/");
  return { path: resolve(place).replace(/\/$/, ""), open: (path) => unpackedStore(fsStore(path === "" ? "/" : path)) };
}

/** Opens the object tree of a folder, or of a bucket or a prefix of it. @throws UserError as findPlace */
export async function openPlace(place: string, name: string): Promise<ObjectStore> {
  const { path, open } = await findPlace(place, name);
  return open(path);
}
