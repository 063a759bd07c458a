import { sha256Hex } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { Clock, ObjectStore } from "@medhelm/core/ports";
import { ApiKey, isKey, isValidAt } from "./api-key.ts";
import { bearer } from "./bearer.ts";
import type { Authenticate } from "./ports.ts";

/** How long a key that was revoked still works, in an instance that has seen it: well within the minute that is promised. */
const REMEMBERED_MS = 30_000;
const MAX_REMEMBERED = 10_000;

/**
 * API keys of keys/<sha256>.json. Nothing is compared but a sha256, as a store's key, so time tells a guesser nothing. A record
 * that was found is remembered for 30 s; one that was not is not, so a new key works at once.
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
    if (key === undefined || !isKey(key)) return undefined;
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
