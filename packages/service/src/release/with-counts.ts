import { shownMetricOf } from "@medhelm/core/release/leaderboard/leaderboard-runs";
import type { LoadedRun } from "@medhelm/core/release/runs/loaded-run";
import type { Profile } from "@medhelm/core/run/profile";
import { keys } from "@medhelm/core/store/object-keys";
import { getIfReadable } from "@medhelm/core/store/objects";
import { runFileKeys } from "@medhelm/core/store/run-files";
import { CONCURRENT_READS, mapBounded } from "../concurrency/map-bounded.ts";
import { valuesJob } from "./runs/load-scores.ts";
import type { ReleasePorts } from "./ports.ts";
import { mayHaveVerdicts, RememberedCounts, type RunCounts, type ValuesJob } from "./runs/read-run.ts";
import { readStates, readStats, valueReader } from "./runs/read-values.ts";
import type { ReleaseContent } from "./release-content.ts";

type Ports = Pick<ReleasePorts, "objects" | "cards" | "metrics">;

/**
 * Adds the number of values behind the main metric's mean, and the judges' verdicts, to the runs that HELM made. They come from
 * per_instance_stats.json and, for a jury, from scenario_state.json. Without these files, or with damaged ones, the numbers stay unknown.
 * It stores nothing.
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

export function withCount(run: LoadedRun, { values, verdicts }: RunCounts, profile: Profile): LoadedRun {
  const scored = values[profile];
  return {
    ...run,
    ...(scored === undefined ? {} : { scored }),
    ...(verdicts === undefined ? {} : { verdicts }),
  };
}

/** The counts of an earlier release; undefined if the files have changed since. */
export async function rememberedCounts(
  { objects }: Pick<Ports, "objects">,
  run: LoadedRun,
  { source }: ValuesJob,
): Promise<RunCounts | undefined> {
  const known = await getIfReadable(objects, keys.rememberedCounts(run.suite, run.folder), RememberedCounts);
  if (known === undefined || known.source !== source) return undefined;
  const { counts: values, verdicts } = known;
  return { values, ...(verdicts === undefined ? {} : { verdicts }) };
}

async function readCounts({ objects }: Ports, run: LoadedRun, { metric, groups }: ValuesJob): Promise<RunCounts> {
  const reader = valueReader(run, { metric, groups });
  const keyOf = runFileKeys(run.suite, run.folder, run.manifest);
  await readStats(objects, keyOf, reader);
  const verdicts = mayHaveVerdicts(run) && (await readStates(objects, keyOf, reader)) ? reader.verdicts() : undefined;
  return { values: reader.values().counts, ...(verdicts === undefined ? {} : { verdicts }) };
}
