import { systemClock } from "@medhelm/adapters/system-clock";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";
import { type ApiKey, type KeyGrant, newKey } from "@medhelm/service/api/access/api-key";
import { putAuditEntry } from "@medhelm/service/api/audit/audit-entry";
import { openBucket } from "../../service-api/open-bucket.ts";
import { openStore } from "../../places/open-store.ts";
import type { Env } from "../../env.ts";
import { thisUser } from "./this-user.ts";

export interface StoredKey {
  readonly key: string;
  readonly record: ApiKey & { readonly state: string };
}

/**
 * Puts a new API key directly into a service's store. The right to write there is enough permission. A new service gets its first
 * administrator this way, and a service that has lost its last administrator's key gets a new one.
 */
export async function storeKey(place: string, grant: KeyGrant, env: Env): Promise<StoredKey> {
  const objects = await openPlace(place, env);
  const { key, sha256, record } = newKey(grant, systemClock);
  try {
    await putAuditEntry(
      { objects, clock: systemClock },
      { ...thisUser("medhelm keys create"), named: { key: record.id }, ofOwner: grant.owner },
    );
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
    return openStore(place, { flag: "--store" });
  }
  return openBucket(bucket, env);
}
