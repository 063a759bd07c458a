import { shownMetricOf } from "@medhelm/core/release/leaderboard-runs";
import type { LoadedRun } from "@medhelm/core/release/loaded-run";
import type { Profile } from "@medhelm/core/run/profile";
import { keys } from "@medhelm/core/store/object-keys";
import { getIfReadable } from "@medhelm/core/store/objects";
import { runFileKeys } from "@medhelm/core/store/run-files";
import { CONCURRENT_READS, mapBounded } from "../concurrency/map-bounded.ts";
import { valuesJob } from "./load-scores.ts";
import type { ReleasePorts } from "./ports.ts";
import { RememberedCounts, type ValuesJob } from "./read-run.ts";
import { readStats, type ValueCounts, valueReader } from "./read-values.ts";
import type { ReleaseContent } from "./release-content.ts";

type Ports = Pick<ReleasePorts, "objects" | "cards">;

/**
 * Adds the number of values behind the main metric's mean to the runs that HELM made, from per_instance_stats.json. Without this file, or with a
 * damaged one, the number stays unknown. It stores nothing.
 */
export function withCounts(
  ports: Ports,
  { runs, schema, profile }: Pick<ReleaseContent, "runs" | "schema"> & { readonly profile: Profile },
): Promise<LoadedRun[]> {
  return mapBounded(runs, CONCURRENT_READS, async (run) => {
    if (run.manifest !== undefined) return run;
    const job = await valuesJob(ports, run, shownMetricOf(run, schema, ports.cards));
    return withCount(run, (await rememberedCounts(ports, run, job)) ?? (await readCounts(ports, run, job)), profile);
  });
}

export function withCount(run: LoadedRun, counts: ValueCounts, profile: Profile): LoadedRun {
  const scored = counts[profile];
  return scored === undefined ? run : { ...run, scored };
}

/** The counts of an earlier release; undefined if the files have changed since. */
export async function rememberedCounts(
  { objects }: Pick<Ports, "objects">,
  run: LoadedRun,
  { source }: ValuesJob,
): Promise<ValueCounts | undefined> {
  const known = await getIfReadable(objects, keys.rememberedCounts(run.suite, run.folder), RememberedCounts);
  return known?.source === source ? known?.counts : undefined;
}

async function readCounts({ objects }: Ports, run: LoadedRun, { metric, groups }: ValuesJob): Promise<ValueCounts> {
  const reader = valueReader(run, metric, groups);
  await readStats(objects, runFileKeys(run.suite, run.folder, run.manifest), reader);
  return reader.values().counts;
}
