import { judgesOf } from "@medhelm/core/judge/jury-spec";
import type { ModelOfRun } from "@medhelm/core/models/model-of-run";
import type { OpenDeployment, WorkerPorts, WorkRequest } from "../ports.ts";

/** The models of a run. */
export interface OpenModels {
  readonly candidate: OpenDeployment;
  /** by deployment */
  readonly judges: ReadonlyMap<string, OpenDeployment>;
}

export const allModels = ({ candidate, judges }: OpenModels): readonly OpenDeployment[] => [
  candidate,
  ...judges.values(),
];

/** The requests of the run that wait in pools. */
export const shardsOf = (models: OpenModels): readonly NonNullable<OpenDeployment["shards"]>[] =>
  allModels(models).flatMap(({ shards }) => shards ?? []);

/** The facts about the run that a worker knows before it opens the models. */
interface Known {
  /** The models that answered earlier, by deployment. */
  readonly known: Readonly<Record<string, ModelOfRun>>;
  /** The run is complete unless another model answers now. */
  readonly isDone: boolean;
  /** A pool may ask for the run: its requests have no images, and no request follows from an answer of the same model. */
  readonly canPool: boolean;
  readonly instances: number;
}

/** Opens the candidate and every judge, and asks each of them which model it is. A missing key is found before anything is paid. */
export async function openModels(
  ports: WorkerPorts,
  { plan, suite, role, protocol, settings, signal }: WorkRequest,
  { known, isDone, canPool, instances }: Known,
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
      isPooled: canPool && ports.isPooled?.(name) === true,
      isReplay: (as === "candidate" && role === "judge") || ports.canReach?.(name) === false,
    });
  const juryOf = new Map<string, string>();
  for (const { modelDeployment, model } of annotators.flatMap((spec) => judgesOf(spec)))
    juryOf.set(modelDeployment, juryOf.get(modelDeployment) ?? model);
  const [opening, ...ofJury] = await allInOrder([
    open(adapter.model_deployment, adapter.model, "candidate"),
    ...[...juryOf].map(([name, model]) => open(name, model, "judge")),
  ]);
  // after all of them are found, so that a missing judge costs nothing
  const identifying = allInOrder([opening.identify(), ...ofJury.map((judge) => judge.identify())]);
  if (!isDone) ports.onFirstWait?.(instances);
  const [candidate, ...judges] = await identifying;
  return { candidate, judges: new Map([...juryOf.keys()].flatMap((name, i) => pairOf(name, judges[i]))) };
}

const pairOf = <T>(name: string, value: T | undefined): (readonly [string, T])[] =>
  value === undefined ? [] : [[name, value]];

/** Waits for all, since servers that do not answer each take seconds. Of several errors it throws the first in order, not in time. */
async function allInOrder<T>(all: readonly [Promise<T>, ...Promise<T>[]]): Promise<[T, ...T[]]> {
  const [first, ...others] = all;
  await Promise.allSettled(all);
  return [await first, ...(await Promise.all(others))];
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
