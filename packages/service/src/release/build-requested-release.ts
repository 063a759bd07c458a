import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { StoredRelease } from "@medhelm/core/release/release-request";
import { UserError } from "@medhelm/core/user-error";
import { mapBounded } from "../concurrency/map-bounded.ts";
import { deleteOthers, releaseRecord } from "./build-release.ts";
import { noPublicRun } from "./load-suite.ts";
import type { NewReleaseRequest, ReleasePorts, SchemaChoice } from "./ports.ts";
import { contentOf } from "./release-content.ts";
import { recordFailure } from "./record-release-failure.ts";
import { isBuilt, needsArray, readPlan, type ReleasePlan } from "./release-plan.ts";
import { type LoadedShard, loadShard, planRelease, type ShardPorts } from "./release-shards.ts";
import { listKeys } from "./replace-release.ts";
import { sharedNames } from "./shared-names.ts";
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
 * Builds a release that was requested over the API. Every step can be repeated, and a job that was killed continues with the next
 * shard. The release is a pure function of the plan and the shards, whose files are written once, so several jobs at a time
 * write the same bytes. release.json is the last file.
 */
export async function buildRequestedRelease(
  ports: ReleasePorts,
  release: string,
  signal?: AbortSignal,
): Promise<BuiltRelease> {
  const { objects } = ports;
  const stored = await getJson(objects, keys.releaseRequest(release), StoredRelease);
  if (stored === undefined) return "unknown";
  try {
    if (!(await isBuilt(objects, release))) {
      const plan = await planRelease(objects, stored);
      if (await needsArray(objects, stored, plan)) return "needs shards";
      const loaded = await loadAll(ports, stored, plan, signal);
      // If another job has built it meanwhile, that job has also removed the plan, and this one may have made another.
      if (!(await isBuilt(objects, release))) await write(ports, stored, loaded);
    }
    await removeWork(objects, release);
    await objects.delete(keys.releaseFailed(release));
    return "built";
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    if (await isBuilt(objects, release)) return "built"; // another job has built it and removed the shards
    await recordFailure(ports, release, error);
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
  const share = sharedNames();
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

/** Writes the files in place: those of other attempts of this release have the same bytes, or are deleted. The date is that of the last read. */
async function write(ports: ReleasePorts, stored: StoredRelease, loaded: LoadedShard): Promise<void> {
  const { objects } = ports;
  const { name, suites, profile, publish } = stored.request;
  const request: NewReleaseRequest = {
    kind: "release",
    release: name,
    suites,
    profile,
    publish,
    schema: await schemaOf(objects, stored),
  };
  const dated = { ...ports, clock: { ...ports.clock, nowMs: () => Date.parse(loaded.at) } };
  const prefix = keys.release(name);
  const content = await contentOf(dated, request, [...new Set(suites)], loaded);
  const before = await listKeys(objects, prefix);
  const written = await writeRelease(dated, request, content, prefix);
  const last = keys.releaseFile(name, "release.json");
  await deleteOthers(objects, before, [...written, last]);
  await objects.put(last, JSON.stringify(releaseRecord(dated, request)));
}

async function schemaOf(objects: ObjectStore, { owner, request: { schema } }: StoredRelease): Promise<SchemaChoice> {
  if (schema === undefined) return { kind: "packaged" };
  const found = await objects.get(keys.input(owner, schema.slice("input:".length)));
  if (found === undefined) throw new UserError(`${schema}: the uploaded schema has expired. Upload it again.`);
  return { kind: "file", label: schema, text: new TextDecoder().decode(found.body) };
}

/** Removes the intermediate files. On AWS a lifecycle rule removes those of releases that were never built. */
async function removeWork(objects: ObjectStore, release: string): Promise<void> {
  await mapBounded(await listKeys(objects, keys.releaseWork(release)), MAX_WRITES, (key) => objects.delete(key));
}
