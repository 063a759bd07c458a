import { isDeepStrictEqual } from "node:util";
import { LeaseLost } from "@medhelm/core/jobs/lease";
import type { ObjectStore } from "@medhelm/core/ports";
import { Identity } from "@medhelm/core/run/identity";
import { withHash } from "@medhelm/core/store/manifest-hash";
import { keys } from "@medhelm/core/store/object-keys";
import { updateJson } from "@medhelm/core/store/update-json";
import { isWholeIdentity } from "./stored-identity.ts";

/**
 * Replaces the run's identity if it is still `before`. Every worker writes it with its own term before its first request. A worker that stalled past
 * its lease therefore does not replace the identity of its successor. A damaged identity counts as none.
 * @returns false if a worker of an earlier term has written it: the caller reads it again
 * @throws LeaseLost if a worker of a later term has written it
 */
export async function replaceIdentity(
  objects: ObjectStore,
  { suite, run }: { readonly suite: string; readonly run: string },
  before: Identity | undefined,
  after: Identity & { readonly term: number },
): Promise<boolean> {
  const hashed = withHash(after);
  const replaced = (stored: Identity | undefined): (Identity & { readonly term: number }) | undefined => {
    const whole = isWholeIdentity(stored) ? stored : undefined;
    if (isDeepStrictEqual(withoutHash(whole), withoutHash(before))) return hashed;
    if ((whole?.term ?? 0) >= after.term) throw new LeaseLost("another worker took over the run");
    return undefined;
  };
  const found = await updateJson(objects, keys.identity(suite, run), Identity, replaced, { damaged: "replace" });
  return isDeepStrictEqual(found, hashed);
}

function withoutHash(identity: Identity | undefined): Omit<Identity, "ownSha256"> | undefined {
  if (identity === undefined) return undefined;
  const { ownSha256: _hash, ...fields } = identity;
  return fields;
}
