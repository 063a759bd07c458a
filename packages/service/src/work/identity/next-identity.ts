import type { Lease } from "@medhelm/core/jobs/lease";
import type { Clock, ObjectStore } from "@medhelm/core/ports";
import type { Identity, IdentityCore } from "@medhelm/core/run/identity";
import { Progress } from "@medhelm/core/run/progress";
import { keys } from "@medhelm/core/store/object-keys";
import { getIfReadable } from "@medhelm/core/store/objects";
import type { Compared } from "../models/compare-models.ts";
import type { FoundRun } from "./found-run.ts";

/** An identity that this worker has written. */
export type OwnIdentity = Identity & { readonly term: number };

/** Returns the identity that this worker writes. */
export function nextIdentity(
  { clock }: { readonly clock: Pick<Clock, "nowMs"> },
  mine: IdentityCore,
  { term }: Lease,
  at: number | { readonly resumed: Identity | undefined },
  more: Pick<Identity, "models" | "fresh" | "wording" | "done">,
): OwnIdentity {
  const resumed = typeof at === "number" ? undefined : at.resumed;
  return {
    ...resumed,
    ...mine,
    ...more,
    generation: typeof at === "number" ? at : (at.resumed?.generation ?? 1),
    startedAt: resumed?.startedAt ?? new Date(clock.nowMs()).toISOString(),
    attempts: (resumed?.attempts ?? 0) + 1,
    term,
  };
}

/** A number: the identity is a new one of this generation. */
export function generationAt(
  stored: Identity | undefined,
  found: FoundRun,
  settled: Compared["settled"],
  isNewGeneration: boolean,
): number | { readonly resumed: Identity | undefined } {
  if (settled === "sealed") return found.known;
  return isNewGeneration ? found.known + 1 : { resumed: resumable(stored, found) };
}

/** The stored identity, without an attempt whose files are damaged. */
function resumable(identity: Identity | undefined, { isAttemptDamaged }: FoundRun): Identity | undefined {
  if (identity === undefined || !isAttemptDamaged) return identity;
  const { folder: _folder, files: _files, ...others } = identity;
  return others;
}

/** The number of requests that the last worker had done, whose progress this worker replaces. */
export async function doneBefore(
  objects: ObjectStore,
  suite: string,
  run: string,
  { stored, isNewGeneration }: { readonly stored: Identity | undefined; readonly isNewGeneration: boolean },
): Promise<Pick<Identity, "done">> {
  if (stored === undefined || isNewGeneration) return {};
  const progress = await getIfReadable(objects, keys.progress(suite, run), Progress);
  const done = Math.max(stored.done ?? 0, progress?.done ?? 0);
  return done === 0 ? {} : { done };
}
