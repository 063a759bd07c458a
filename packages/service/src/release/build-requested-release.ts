import { canonicalJson } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import { openRelease } from "@medhelm/core/store/release-files";
import { updateJson } from "@medhelm/core/store/update-json";
import type { ObjectStore } from "@medhelm/core/ports";
import { ReleaseRecord } from "@medhelm/core/release/release-record";
import { StoredRelease } from "@medhelm/core/release/release-request";
import { UserError } from "@medhelm/core/user-error";
import { mapBounded } from "../concurrency/map-bounded.ts";
import { releaseRecord } from "./build-release.ts";
import { noPublicRun } from "./runs/load-suite.ts";
import type { NewReleaseRequest, ReleasePorts, SchemaChoice } from "./ports.ts";
import { contentOf, damageWarning } from "./release-content.ts";
import { recordFailure } from "./record-release-failure.ts";
import { isBuilt, isRecordOf, needsArray, readPlan, type ReleasePlan } from "./release-plan.ts";
import { refuseWithdrawn } from "./refuse-withdrawn.ts";
import { type LoadedShard, loadShard, planRelease, type ShardPorts } from "./release-shards.ts";
import { listKeys } from "./list-keys.ts";
import { contentId, requestId } from "./request-id.ts";
import { sharedParts } from "./shared-parts.ts";
import { showRelease } from "./show-release.ts";
import { MAX_WRITES, writeRelease } from "./write-release.ts";

export type BuiltRelease =
  | "built"
  /** There is no such request. */
  | "unknown"
  /** The error that its owner can correct is stored for the API to show. */
  | "failed"
  /** Its runs are planned, and an array job must load the shards. */
  | "needs shards";

/**
 * Builds a release that was requested over the API. A job that was killed continues with the next shard, because the plan and the shards
 * are written once. Each attempt writes its files into a folder of its own, and one conditional put of release.json publishes one of the attempts. A
 * job that stalls and continues later changes no file that readers use (decision 0014).
 */
export async function buildRequestedRelease(
  ports: ReleasePorts,
  release: string,
  signal?: AbortSignal,
): Promise<BuiltRelease> {
  const { objects } = ports;
  // The record is read before the request: no job that knows only an earlier request replaces the record of a later one.
  const before = (await openRelease(objects, release)).record;
  const stored = await getJson(objects, keys.releaseRequest(release), StoredRelease);
  if (stored === undefined) return "unknown";
  try {
    if (!isRecordOf(stored, before)) {
      const plan = await planRelease(objects, stored);
      if (await needsArray(objects, stored, plan)) return "needs shards";
      const loaded = await loadAll(ports, stored, plan, signal);
      if (!(await writeAttempt(ports, stored, loaded, before))) return buildRequestedRelease(ports, release, signal);
    }
    await removeWork(objects, stored);
    if (ports.showsReleases === true) await showRelease(objects, release);
    await objects.delete(keys.releaseFailed(release));
    return "built";
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    if (await isBuilt(objects, stored)) return "built"; // another job has built it and removed the shards
    await recordFailure(ports, stored, "build", error);
    return "failed";
  }
}

/** Loads one shard of a planned release, as a child of an array job. */
export async function loadRequestedShard(ports: ShardPorts, release: string, shard: number): Promise<void> {
  const { objects } = ports;
  const stored = await getJson(objects, keys.releaseRequest(release), StoredRelease);
  const plan = stored && (await readPlan(objects, stored));
  if (stored !== undefined && plan !== undefined && shard < plan.shards.length)
    await loadShard(ports, stored, plan, shard);
}

async function loadAll(
  ports: ShardPorts,
  stored: StoredRelease,
  plan: ReleasePlan,
  signal: AbortSignal | undefined,
): Promise<LoadedShard> {
  const share = sharedParts();
  const shards = await mapBounded(plan.shards.keys(), 1, async (shard) => {
    signal?.throwIfAborted();
    const { runs, ...loaded } = await loadShard(ports, stored, plan, shard);
    return { ...loaded, runs: runs.map(share) };
  });
  const runs = shards.flatMap((shard) => shard.runs);
  for (const suite of stored.publicOnly ?? []) if (!runs.some((run) => run.suite === suite)) throw noPublicRun(suite);
  const at = shards.reduce((latest, shard) => (shard.at > latest ? shard.at : latest), "");
  return { at, runs, leftOut: [...shards.flatMap((shard) => shard.leftOut), ...plan.leftOut] };
}

/**
 * Writes the files into a folder of this attempt, and then names the folder in the record. The date is that of the last read.
 * @param before the record that this attempt may replace
 * @returns false if another attempt has replaced it meanwhile
 */
async function writeAttempt(
  ports: ReleasePorts,
  stored: StoredRelease,
  loaded: LoadedShard,
  before: ReleaseRecord | undefined,
): Promise<boolean> {
  const { objects, clock } = ports;
  const { name, suites, profile, publish } = stored.request;
  const request: NewReleaseRequest = {
    kind: "release",
    release: name,
    suites,
    profile,
    publish,
    schema: await schemaOfRequest(objects, stored),
  };
  const dated = { ...ports, clock: { ...clock, nowMs: () => Date.parse(loaded.at) } };
  const load = () => contentOf(dated, request, [...new Set(suites)], loaded);
  const folder = clock.randomUuid();
  const prefix = keys.releaseAttempt(name, folder);
  try {
    const written = await writeRelease(dated, request, load, prefix);
    for (const warning of [...written.content.leftOut.flatMap(damageWarning), ...written.warnings])
      ports.report?.(warning);
    await refuseWithdrawn(objects, loaded.runs);
  } catch (error) {
    await deleteAll(objects, await listKeys(objects, prefix));
    throw error;
  }
  const mine: ReleaseRecord = {
    ...releaseRecord(dated, request),
    formatVersion: 2,
    folder,
    request: contentId(stored),
  };
  const seen = canonicalJson(before ?? {});
  const published = await updateJson(objects, keys.releaseFile(name, "release.json"), ReleaseRecord, (now) =>
    canonicalJson(now ?? {}) === seen ? mine : undefined,
  );
  const isMine = published?.folder === folder;
  if (!isMine) await deleteAll(objects, await listKeys(objects, prefix));
  return isMine;
}

/** @throws UserError if the uploaded schema is deleted */
export async function schemaOfRequest(
  objects: ObjectStore,
  { owner, request: { schema } }: StoredRelease,
): Promise<SchemaChoice> {
  if (schema === undefined) return { kind: "packaged" };
  const found = await objects.get(keys.input(owner, schema.slice("input:".length)));
  if (found === undefined) throw new UserError(`${schema}: the uploaded schema has expired; upload it again`);
  return { kind: "file", label: schema, text: new TextDecoder().decode(found.body) };
}

/**
 * Removes the intermediate files, and the folders of attempts that can no longer be published. If the release has been requested again
 * since, other jobs may use these files, so only those of this request are removed. On AWS a lifecycle rule removes those of
 * releases that were never built.
 */
async function removeWork(objects: ObjectStore, stored: StoredRelease): Promise<void> {
  const { name } = stored.request;
  const work = await listKeys(objects, keys.releaseWork(name));
  const attempts = await listKeys(objects, keys.releaseAttempts(name));
  const now = await getJson(objects, keys.releaseRequest(name), StoredRelease);
  const { record } = await openRelease(objects, name);
  const isCurrent = now !== undefined && requestId(now) === requestId(stored) && isRecordOf(stored, record);
  const own = keys.releaseWorkOf(name, requestId(stored));
  const published = keys.releaseAttempt(name, record?.folder ?? "none");
  const isDone = (key: string): boolean => key.startsWith(own) || (isCurrent && !key.startsWith(published));
  await deleteAll(objects, [...work, ...attempts].filter(isDone));
}

const deleteAll = (objects: ObjectStore, found: readonly string[]): Promise<unknown> =>
  mapBounded(found, MAX_WRITES, (key) => objects.delete(key));
