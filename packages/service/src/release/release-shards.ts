import { hasObjects } from "@medhelm/core/store/has-objects";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import { Stat } from "@medhelm/core/helm/stats";
import { createJson } from "@medhelm/core/store/create-json";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { Clock, ObjectStore } from "@medhelm/core/ports";
import type { ReleasePorts } from "./ports.ts";
import type { LoadedRun } from "@medhelm/core/release/runs/loaded-run";
import { Manifest } from "@medhelm/core/release/runs/manifest";
import type { StoredRelease } from "@medhelm/core/release/release-request";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { findRuns } from "./runs/find-runs.ts";
import { type LoadedRuns, loadRuns } from "./runs/load-suite.ts";
import { LeftOut, readPlan, ReleasePlan } from "./release-plan.ts";
import { refuseDuringWithdrawal } from "./refuse-withdrawn.ts";
import { requestId } from "./request-id.ts";

/** A shard takes about 3 s to load, and its file has about 10 MB. */
const RUNS_A_SHARD = 500;

/** releases/.staging/<R>/<request>/shards/<n>.json: the loaded runs of one shard. The first job that loads them writes the file. */
export const Shard = z.object({
  formatVersion: z.literal(1),
  /** when its runs were read */
  at: z.string(),
  runs: z.array(
    z.object({
      suite: z.string(),
      folder: z.string(),
      runSpec: RunSpec,
      stats: z.array(Stat),
      manifest: Manifest.omit({ files: true }).exactOptional(),
      manifestSha256: z.string().exactOptional(),
      scoresSha256: z.string().exactOptional(),
      pages: z.int().exactOptional(),
      withoutText: z.literal(true).exactOptional(),
    }),
  ),
  leftOut: z.array(LeftOut),
});

/**
 * Returns the plan of the request, and makes it at the first call.
 * @throws UserError for a suite without runs
 */
export async function planRelease(objects: ObjectStore, stored: StoredRelease): Promise<ReleasePlan> {
  const existing = await readPlan(objects, stored);
  if (existing !== undefined) return existing;
  const { name, suites } = stored.request;
  const runs: z.infer<typeof ReleasePlan>["shards"][number] = [];
  const leftOut: ReleasePlan["leftOut"] = [];
  for (const suite of new Set(suites)) {
    // checked before findRuns, whose message names all suites, including those of other owners
    if (!(await hasObjects(objects, keys.runs(suite))))
      throw new UserError(`the suite ${suite} has no runs yet; request the release again after a run is sealed`);
    await refuseDuringWithdrawal(objects, suite, isPublicOnly(stored, suite));
    const found = await findRuns(objects, suite, isPublicOnly(stored, suite));
    runs.push(...found.runs.map((run) => ({ ...run, files: [...run.files] })));
    leftOut.push(...found.leftOut);
  }
  const shards = Array.from({ length: Math.ceil(runs.length / RUNS_A_SHARD) }, (_, n) =>
    runs.slice(n * RUNS_A_SHARD, (n + 1) * RUNS_A_SHARD),
  );
  const plan = { formatVersion: 1 as const, shards, leftOut };
  return (await createJson(objects, keys.releasePlan(name, requestId(stored)), ReleasePlan, plan)).stored;
}

const isPublicOnly = ({ publicOnly = [] }: StoredRelease, suite: string): boolean => publicOnly.includes(suite);

export interface ShardPorts extends Pick<ReleasePorts, "objects" | "changedFile"> {
  readonly clock: Pick<Clock, "nowMs">;
}

export interface LoadedShard extends LoadedRuns {
  readonly at: string;
}

/**
 * Returns the runs of a shard, and loads them if no job has done so.
 * @throws UserError for a damaged file of a run
 */
export async function loadShard(
  { objects, clock, changedFile }: ShardPorts,
  stored: StoredRelease,
  plan: ReleasePlan,
  shard: number,
): Promise<LoadedShard> {
  const { name, profile } = stored.request;
  const key = keys.releaseShard(name, requestId(stored), shard);
  const existing = await getJson(objects, key, Shard);
  if (existing !== undefined) return existing;
  const found = plan.shards[shard] ?? [];
  const runs: LoadedRun[] = [];
  const leftOut: z.infer<typeof LeftOut>[] = [];
  for (const [suite, ofSuite] of Map.groupBy(found, (run) => run.suite)) {
    const loaded = await loadRuns(objects, ofSuite, profile, isPublicOnly(stored, suite), changedFile);
    runs.push(...loaded.runs);
    leftOut.push(...loaded.leftOut);
  }
  const at = new Date(clock.nowMs()).toISOString();
  return (await createJson(objects, key, Shard, { formatVersion: 1, at, runs: runs.map(plain), leftOut })).stored;
}

/** Copies the read-only list, which zod's type does not have. */
const plain = (run: LoadedRun) => ({ ...run, stats: [...run.stats] });
