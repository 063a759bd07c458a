import { readElements } from "@medhelm/core/helm/read-elements";
import { RequestState } from "@medhelm/core/helm/scenario-state";
import { helmJson, writeScenarioState } from "@medhelm/core/helm/write-json";
import { annotationReader } from "@medhelm/core/judge/annotation-reader";
import { VERDICTS, type Verdict } from "@medhelm/core/judge/verdict";
import type { ObjectStore } from "@medhelm/core/ports";
import type { LoadedRun } from "@medhelm/core/release/runs/loaded-run";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { generationFolder, keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import { metricFor } from "@medhelm/benchmarks/registry";
import { aggregateRun } from "@medhelm/service/aggregate/aggregate-run";
import { loadSuite } from "@medhelm/service/release/runs/load-suite";
import type { ReleasePorts } from "@medhelm/service/release/ports";
import { benchAssembly } from "./bench-assembly.ts";
import { openSuite } from "./open-suite.ts";

interface Options {
  readonly folder: string;
  readonly suite: string;
  /** The suite of the sealed runs. */
  readonly newSuite: string;
  /** How many; absent: all. */
  readonly runs?: number | undefined;
}

/** Seals runs of HELM's layout by the aggregator, as `medhelm run` does. Annotations of a jury get verdicts as `medhelm run` writes them. */
export async function sealRuns({ folder, suite, newSuite, runs: most }: Options): Promise<void> {
  const ports = await openSuite(folder);
  const { runs } = await loadSuite(ports.objects, suite, "helm");
  const chosen = runs.slice(0, most);
  for (const [index, run] of chosen.entries()) {
    await sealRun(ports, newSuite, run);
    if (index % 10 === 9) console.error(`${index + 1} of ${chosen.length} runs`);
  }
}

async function sealRun(ports: ReleasePorts, suite: string, run: LoadedRun): Promise<void> {
  const { objects } = ports;
  const place = { suite, run: run.folder, generation: 1, folder: attemptFolder(run.folder) };
  const keyOf = (file: string) => keys.generationFile(place.suite, place.run, place.folder, file);
  await objects.put(keyOf("run_spec.json"), helmJson(run.runSpec));
  await objects.put(keyOf("scenario.json"), helmJson({ name: run.folder, description: "", tags: [] }));
  await putJson(objects, keyOf("assembly.json"), benchAssembly(ports, run, place.suite));
  await objects.put(
    keyOf("scenario_state.json"),
    writeScenarioState(run.runSpec.adapter_spec, statesOf(objects, run), run.runSpec.annotators ?? []),
  );
  const result = await aggregateRun({ objects, metrics: metricFor }, place);
  if (result.kind !== "sealed") throw new Error(`${run.folder}: ${result.kind}`);
}

function attemptFolder(run: string): string {
  return generationFolder("public", 1, sha256Hex(run).slice(0, 32));
}

async function* statesOf(objects: ObjectStore, run: LoadedRun): AsyncGenerator<RequestState> {
  const { read } = annotationReader(run.runSpec);
  const key = keys.runFile(run.suite, run.folder, "scenario_state.json");
  for await (const element of readElements(objects.stream(key), "request_states")) {
    const state = RequestState.parse(element);
    const verdicts = read(state).map(({ name, scores }) => [name, verdictsOf(scores)] as const);
    yield verdicts.length === 0
      ? state
      : { ...state, annotations: { ...state.annotations, [VERDICTS]: Object.fromEntries(verdicts) } };
  }
}

function verdictsOf(scores: readonly { judge: string; criterion: string; score: number }[]): Verdict[] {
  return [...Map.groupBy(scores, ({ judge }) => judge)].map(([judge, given]) => {
    const found = Object.fromEntries(given.map(({ criterion, score }) => [criterion, { score, explanation: "" }]));
    const common = { judge, model: judge, modelDeployment: judge, standIn: false, protocol: "helm" as const };
    const attempts = [{ kind: "reply" as const, reply: JSON.stringify(found) }];
    return { kind: "scored", ...common, attempts, scores: found, isRepaired: false };
  });
}
