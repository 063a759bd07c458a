import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import { openRelease } from "@medhelm/core/store/release-files";
import type { ObjectStore } from "@medhelm/core/ports";
import type { ReleaseRecord } from "@medhelm/core/release/release-record";
import type { StoredRelease } from "@medhelm/core/release/release-request";
import { z } from "zod";
import { isContentOf, requestId } from "./request-id.ts";

export const LeftOut = z.object({
  suite: z.string(),
  run: z.string(),
  reason: z.string(),
  file: z.string().exactOptional(),
  isForeign: z.literal(true).exactOptional(),
});

/**
 * releases/.staging/<R>/<request>/plan.json: the runs of a release. The first job writes it, and every later job of the request uses
 * it. So all jobs build the same release, even if a run is sealed again between two of them.
 */
export const ReleasePlan = z.object({
  formatVersion: z.literal(1),
  shards: z.array(z.array(z.object({ suite: z.string(), run: z.string(), files: z.array(z.string()) }))),
  leftOut: z.array(LeftOut),
});
export type ReleasePlan = z.infer<typeof ReleasePlan>;

export async function readPlan(objects: ObjectStore, stored: StoredRelease): Promise<ReleasePlan | undefined> {
  return getJson(objects, keys.releasePlan(stored.request.name, requestId(stored)), ReleasePlan);
}

/** The shards of the plan that no job has loaded yet. */
export async function missingShards(
  objects: ObjectStore,
  stored: StoredRelease,
  { shards }: ReleasePlan,
): Promise<number[]> {
  const prefix = keys.releaseShards(stored.request.name, requestId(stored));
  const loaded = new Set<string>();
  for await (const { key } of objects.list(prefix)) loaded.add(key.slice(prefix.length, -".json".length));
  return [...shards.keys()].filter((n) => !loaded.has(String(n)));
}

/** One job loads this many shards itself: 12,000 runs in about two minutes. More are loaded by the children of an array job. */
const MAX_SHARDS_ALONE = 24;

export async function needsArray(objects: ObjectStore, stored: StoredRelease, plan: ReleasePlan): Promise<boolean> {
  return plan.shards.length > MAX_SHARDS_ALONE && (await missingShards(objects, stored, plan)).length > 0;
}

/** The number of children that must load the shards of a release; undefined if one job builds it alone. */
export async function arraySizeOf(objects: ObjectStore, stored: StoredRelease): Promise<number | undefined> {
  const plan = await readPlan(objects, stored);
  return plan !== undefined && (await needsArray(objects, stored, plan)) ? plan.shards.length : undefined;
}

/** Whether the release is built as it is requested. */
export async function isBuilt(objects: ObjectStore, stored: StoredRelease): Promise<boolean> {
  return isRecordOf(stored, (await openRelease(objects, stored.request.name)).record);
}

/** A record of format 1, or of the command line, names no request. */
export const isRecordOf = (stored: StoredRelease, record: ReleaseRecord | undefined): boolean =>
  record !== undefined && (record.request === undefined || isContentOf(stored, record.request));
