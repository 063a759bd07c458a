import { parsePythonJson } from "@medhelm/core/helm/parse-python-json";
import { Scenario } from "@medhelm/core/helm/run-spec";
import { keys } from "@medhelm/core/store/object-keys";
import { benchmarkOf } from "@medhelm/core/release/benchmark-group";
import type { LoadedRun } from "@medhelm/core/release/loaded-run";
import { mapBounded } from "../concurrency/map-bounded.ts";
import type { ReleasePorts } from "./ports.ts";

const CONCURRENCY = 16;

/**
 * What a benchmark without a card says of itself, from scenario.json of its first run: there HELM, too, has what a custom
 * benchmark's YAML said. One that is missing or malformed is passed over, for a release stands without it.
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
    const found = await objects.get(keys.runFile(run.suite, run.folder, "scenario.json"));
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
