import { systemClock } from "@medhelm/adapters/system-clock";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";
import { type ApiKey, type KeyGrant, newKey } from "@medhelm/service/api/api-key";
import { openBucket } from "../service-api/open-bucket.ts";
import { openStore } from "../run/open-store.ts";
import type { Env } from "../env.ts";

export interface StoredKey {
  readonly key: string;
  readonly record: ApiKey & { readonly state: string };
}

/**
 * A key put straight into a service's store: who may write there needs no other leave. So a new service gets its first administrator,
 * and one whose last administrator's key is lost another.
 */
export async function storeKey(place: string, grant: KeyGrant, env: Env): Promise<StoredKey> {
  const objects = await openPlace(place, env);
  const { key, sha256, record } = newKey(grant, systemClock);
  try {
    await putJson(objects, keys.apiKey(sha256), record, { ifAbsent: true });
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UserError(`--store ${place}: the key cannot be written there (${why}); use the credentials of a deploy`, {
      cause,
    });
  }
  return { key, record: { ...record, state: "valid" } };
}

async function openPlace(place: string, env: Env): Promise<ObjectStore> {
  const bucket = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(place)?.[1];
  if (bucket === undefined) {
    if (place.includes("://")) throw new UserError(`--store ${place}: write s3://BUCKET, or name a folder`);
    return openStore(place);
  }
  return openBucket(bucket, env);
}
