import { readElements } from "@medhelm/core/helm/read-elements";
import { PerInstanceStats, Stat } from "@medhelm/core/helm/stats";
import type { ObjectStore } from "@medhelm/core/ports";
import { type ShownMetric, shownMetricOf } from "@medhelm/core/release/leaderboard-runs";
import type { LoadedRun } from "@medhelm/core/release/loaded-run";
import type { ReleaseSchema } from "@medhelm/core/release/release-schema";
import type { Profile } from "@medhelm/core/run/profile";
import { runFileKeys } from "@medhelm/core/store/run-files";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { CONCURRENT_READS, mapBounded } from "../concurrency/map-bounded.ts";
import type { ReleasePorts } from "./ports.ts";

/**
 * Adds the number of values behind the main metric's mean to the runs that HELM made, from per_instance_stats.json. Without this file, or with a
 * damaged one, the number stays unknown.
 */
export function withCounts(
  { objects, cards }: Pick<ReleasePorts, "objects" | "cards">,
  { schema, profile }: { readonly schema: ReleaseSchema; readonly profile: Profile },
  runs: readonly LoadedRun[],
): Promise<LoadedRun[]> {
  const file = profile === "helm" ? "per_instance_stats.json" : "corrected/per_instance_stats.json";
  return mapBounded(runs, CONCURRENT_READS, async (run) => {
    if (run.manifest !== undefined) return run;
    const scored = await countValues(
      objects,
      runFileKeys(run.suite, run.folder, undefined)(file),
      shownMetricOf(run, schema, cards),
    );
    return scored === undefined ? run : { ...run, scored };
  });
}

/** HELM may write a value that no JSON number holds, such as Infinity, so only the counts are read. */
const Counts = PerInstanceStats.extend({ stats: z.array(Stat.pick({ name: true, count: true })) });

/** Counts each instance and trial once, because two metric classes may compute the same metric. */
async function countValues(objects: ObjectStore, key: string, metric: ShownMetric): Promise<number | undefined> {
  if ((await objects.head(key)) === undefined) return undefined;
  const counted = new Map<string, Set<string>>();
  try {
    for await (const element of readElements(objects.stream(key), undefined, { label: key })) {
      const record = Counts.safeParse(element).data;
      if (record === undefined) return undefined;
      for (const name of namesIn(record, metric)) {
        const values = counted.get(name) ?? new Set();
        counted.set(name, values.add(`${record.instance_id}\n${record.train_trial_index}`));
      }
    }
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
  return (counted.get(metric.name) ?? counted.get("exact_match"))?.size ?? 0;
}

function namesIn({ perturbation, stats }: z.infer<typeof Counts>, { name: wanted, split }: ShownMetric): string[] {
  if (perturbation !== undefined) return [];
  return stats.flatMap(({ name, count }) =>
    count > 0 && name.split === split && name.perturbation === undefined && isWanted(name.name, wanted)
      ? [name.name]
      : [],
  );
}

/** HELM's tables show exact_match in place of a missing quasi_exact_match (findStat). */
const isWanted = (name: string, wanted: string): boolean =>
  name === wanted || (wanted === "quasi_exact_match" && name === "exact_match");
