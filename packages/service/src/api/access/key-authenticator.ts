import { sha256Hex } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { Clock, ObjectStore } from "@medhelm/core/ports";
import { ApiKey, isApiKey, isValidAt } from "./api-key.ts";
import { bearer } from "./bearer.ts";
import type { Authenticate } from "../ports.ts";

/** How long a revoked key may still work in an instance that has read it: well within the documented minute. */
const REMEMBERED_MS = 30_000;
const MAX_REMEMBERED = 10_000;

/**
 * Authenticates by API keys in keys/<sha256>.json. The store looks up a sha256, so response times reveal nothing about a key. A found
 * record is cached for 30 s; a missing one is not cached, so a new key works at once.
 */
export function keyAuthenticator(objects: ObjectStore, clock: Pick<Clock, "nowMs" | "monotonicMs">): Authenticate {
  const remembered = new Map<string, { readonly record: ApiKey; readonly untilMs: number }>();
  const read = async (sha256: string): Promise<ApiKey | undefined> => {
    const known = remembered.get(sha256);
    if (known !== undefined && clock.monotonicMs() < known.untilMs) return known.record;
    remembered.delete(sha256);
    const record = await getJson(objects, keys.apiKey(sha256), ApiKey);
    if (record === undefined) return undefined;
    const [oldest] = remembered.keys();
    if (remembered.size >= MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
    remembered.set(sha256, { record, untilMs: clock.monotonicMs() + REMEMBERED_MS });
    return record;
  };
  return async (headers) => {
    const key = bearer(headers);
    if (key === undefined || !isApiKey(key)) return undefined;
    const record = await read(sha256Hex(key));
    if (record === undefined || !isValidAt(record, clock.nowMs())) return undefined;
    const { owner, scopes, organisations, id, quota } = record;
    return {
      owner,
      scopes: new Set(scopes),
      organisations: new Set(organisations),
      keyId: id,
      ...(quota === undefined ? {} : { quota }),
    };
  };
}
