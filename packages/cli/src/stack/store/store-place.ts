import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { ownFolder } from "@medhelm/adapters/compute/own-folder";
import { copyObjects } from "@medhelm/adapters/objects/copy-objects";
import type { Index, ObjectStore } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import type { Env } from "../../env.ts";
import { openStore } from "../../places/open-store.ts";
import { PRIVATE_FOLDER } from "../../places/private-folder.ts";
import { requireStoreFolder } from "../../places/require-output-folder.ts";
import { openBucket, openTable, openTree } from "../../service-api/open-bucket.ts";
import { commonOptions } from "../../terminal/common-options.ts";
import type { ValuesOf } from "../../terminal/define-command.ts";
import { option } from "../../terminal/option.ts";
import { openIndex, setIndexAside } from "./open-index.ts";

const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/;

/** An option whose value is a bucket. */
export const bucketOption = (help: string) =>
  option("bucket", help, z.string().regex(BUCKET, "the address of a bucket: s3://BUCKET").optional());

/** The options of the commands that work on a whole store: a folder, or a service on AWS. */
export const storeOptions = {
  outputPath: commonOptions.outputPath,
  store: bucketOption("s3://BUCKET, the results bucket of a service, instead of a folder"),
  index: option("table", "with --store: the service's index table in DynamoDB", z.string().optional()),
};

export interface StorePlace {
  readonly objects: ObjectStore;
  /** absent: a bucket without --index */
  readonly index?: Index;
  /** A sentence about an index that was damaged, and is empty now. */
  readonly indexDamage?: string;
  /** Copies an object; in a folder with its time of modification. */
  copy(from: string, to: string): Promise<void>;
  readonly isFolder: boolean;
}

/** Other buckets of the service; a key of a bucket that is not given is a UserError. */
interface MoreBuckets {
  readonly scratch?: string | undefined;
  readonly site?: string | undefined;
  /** Whether `work` builds the index, so that a damaged one of a folder may be made again. */
  readonly buildsIndex?: boolean | undefined;
}

/**
 * Opens the store that the options name, and closes it after `work`. No stack can run on the folder meanwhile.
 * @throws UserError if a stack runs on the folder, or the bucket or the table cannot be used
 */
export async function withStore<T>(
  options: ValuesOf<typeof storeOptions> & MoreBuckets,
  env: Env,
  work: (place: StorePlace) => Promise<T>,
): Promise<T> {
  const { outputPath, store, index, scratch, site, buildsIndex = false } = options;
  const results = bucketNameOf(store);
  if (results !== undefined)
    return withBuckets({ results, scratch: bucketNameOf(scratch), site: bucketNameOf(site) }, index, env, work);
  if (index !== undefined)
    throw new UserError(
      "--index names the table of a service; give --store s3://BUCKET, the service's results bucket, with it",
    );
  return withFolder(outputPath, buildsIndex, work);
}

async function withFolder<T>(
  outputPath: string,
  buildsIndex: boolean,
  work: (place: StorePlace) => Promise<T>,
): Promise<T> {
  requireStoreFolder(outputPath);
  const jobs = join(outputPath, PRIVATE_FOLDER, "compute");
  const release = existsSync(jobs) ? ownFolder(jobs) : undefined;
  try {
    const objects = openStore(outputPath);
    const indexDamage = buildsIndex ? setIndexAside(outputPath) : undefined;
    const index = openIndex(outputPath);
    const damage = indexDamage === undefined ? {} : { indexDamage };
    try {
      return await work({ objects, index, ...damage, copy: copyObjects(resolve(outputPath)), isFolder: true });
    } finally {
      index.close();
    }
  } finally {
    release?.();
  }
}

/** The bucket in the address of an option. */
export const bucketNameOf = (address: string | undefined): string | undefined =>
  address === undefined ? undefined : BUCKET.exec(address)?.[1];

async function withBuckets<T>(
  { results, scratch, site }: MoreBuckets & { readonly results: string },
  table: string | undefined,
  env: Env,
  work: (place: StorePlace) => Promise<T>,
): Promise<T> {
  const objects =
    scratch === undefined && site === undefined
      ? await openBucket(results, env)
      : await openTree({ results, ...(scratch && { scratch }), ...(site && { site }) }, env);
  const index = table === undefined ? {} : { index: await openTable(table) };
  try {
    return await work({ objects, ...index, copy: objects.copy, isFolder: false });
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UserError(
      `--store s3://${results}: the command stopped (${why}); use the credentials of a deploy, and call it again to continue`,
      { cause },
    );
  }
}
