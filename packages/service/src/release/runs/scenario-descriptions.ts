import { parsePythonJson } from "@medhelm/core/helm/parse-python-json";
import { Scenario } from "@medhelm/core/helm/run-spec";
import { runFileKeys } from "@medhelm/core/store/run-files";
import { benchmarkOf } from "@medhelm/core/release/schema/benchmark-group";
import type { LoadedRun } from "@medhelm/core/release/runs/loaded-run";
import { mapBounded } from "../../concurrency/map-bounded.ts";
import type { ReleasePorts } from "../ports.ts";

const CONCURRENCY = 16;

/**
 * Adds descriptions to the runs of benchmarks without a card, from scenario.json of the first run. HELM also copies a custom
 * benchmark's description there. A missing or malformed file is skipped, because a release does not need it.
 */
export async function withDescriptions(
  { objects, cards }: Pick<ReleasePorts, "objects" | "cards">,
  runs: readonly LoadedRun[],
): Promise<readonly LoadedRun[]> {
  const first = new Map<string, LoadedRun>();
  for (const run of runs) {
    const name = benchmarkOf(run, cards);
    if (cards(name) === undefined && !first.has(name)) first.set(name, run);
  }
  const described = new Map<LoadedRun, LoadedRun>();
  await mapBounded([...first.values()], CONCURRENCY, async (run) => {
    const found = await objects.get(runFileKeys(run.suite, run.folder, run.manifest)("scenario.json"));
    const description = found === undefined ? undefined : descriptionIn(new TextDecoder().decode(found.body));
    if (description !== undefined) described.set(run, { ...run, scenarioDescription: description });
  });
  return runs.map((run) => described.get(run) ?? run);
}

function descriptionIn(text: string): string | undefined {
  try {
    return Scenario.safeParse(parsePythonJson(text)).data?.description.trim() || undefined;
  } catch {
    return undefined;
  }
}
