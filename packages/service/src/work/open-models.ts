import { judgesOf } from "@medhelm/core/judge/jury";
import type { ModelOfRun } from "@medhelm/core/models/model-of-run";
import type { OpenDeployment, Opening, WorkerPorts, WorkRequest } from "./ports.ts";

/** The models of a run. */
export interface OpenModels {
  readonly candidate: OpenDeployment;
  /** by deployment */
  readonly judges: ReadonlyMap<string, OpenDeployment>;
}

/** The facts about the run that a worker knows before it opens the models. */
interface Known {
  /** The models that answered earlier, by deployment. */
  readonly known: Readonly<Record<string, ModelOfRun>>;
  /** The run is complete unless another model answers now. */
  readonly isDone: boolean;
}

/** Opens the candidate and every judge, and asks each of them which model it is. A missing key is found before anything is paid. */
export async function openModels(
  ports: WorkerPorts,
  { plan, suite, role, protocol, settings, signal }: WorkRequest,
  { known, isDone }: Known,
): Promise<OpenModels> {
  const { runSpec, benchmark } = plan;
  const { name: run, adapter_spec: adapter, annotators = [] } = runSpec;
  const use = {
    benchmark: benchmark.card.name,
    access: benchmark.card.access,
    run,
    suite,
    protocol,
    isDone,
    signal,
  };
  const open = (name: string, model: string, as: "candidate" | "judge") =>
    ports.open(name, model, {
      ...use,
      role: as,
      ...(as === "candidate" && settings !== undefined ? { settings } : {}),
      known: known[name],
      isReplay: (as === "candidate" && role === "judge") || ports.canReach?.(name) === false,
    });
  const openings = new Map<string, Opening>();
  const opening = await open(adapter.model_deployment, adapter.model, "candidate");
  for (const { modelDeployment, model } of annotators.flatMap((spec) => judgesOf(spec)))
    if (!openings.has(modelDeployment)) openings.set(modelDeployment, await open(modelDeployment, model, "judge"));
  // after all of them are found, so that a missing judge costs nothing
  const candidate = await opening.identify();
  const judges = new Map<string, OpenDeployment>();
  for (const [name, judge] of openings) judges.set(name, await judge.identify());
  return { candidate, judges };
}

/** The models that answer under the names of the run's deployments; built-in rules are left out. */
export function modelsOf({ plan }: WorkRequest, { candidate, judges }: OpenModels): Record<string, ModelOfRun> {
  const opened = [[plan.runSpec.adapter_spec.model_deployment, candidate] as const, ...judges];
  // the candidate is last, so that a judge of the same deployment does not replace it
  return Object.fromEntries(
    opened
      .toReversed()
      .flatMap(([name, { identified }]) => (identified === undefined ? [] : [[name, identified.model]])),
  );
}

/** Sentences for the user about the models that answer. */
export const noticesOf = ({ candidate, judges }: OpenModels): string[] =>
  [candidate, ...judges.values()].flatMap(({ identified }) => identified?.notices ?? []);
