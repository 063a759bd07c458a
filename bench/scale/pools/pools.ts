import { SHARD_REQUESTS } from "@medhelm/core/pools/shard";
import { STARTUP_S } from "../assumptions.ts";
import { gpuSeconds } from "../run-progress.ts";
import type { Work } from "../simulated-compute.ts";
import { type PoolsOptions, poolWorkers } from "./pool-workers.ts";
import { shardQueues } from "./shard-queue.ts";
import type { Stage, Way, WayPorts } from "./way.ts";

/** A CPU job of a submission puts a shard without requests into the pool, whose worker finds out which model answers. The next one encodes, the last one reads the answers. */
const STEPS_S = { identify: 5, encode: 10, read: 10 } as const;
/** The time of a worker to find out which model answers. */
const CANARY_S = 2;

/**
 * One queue for each deployment, whose workers lease shards of all owners. Further workers start while the queue pays for them. Runs of one
 * benchmark are asked one after another.
 */
export const pools =
  (options: PoolsOptions) =>
  (ports: WayPorts): Way & { readonly workOf: (job: string) => Work } => {
    const queueOf = shardQueues(ports);
    const { start, workOf } = poolWorkers(ports, options);
    return { ...stageSteps(ports, { queueOf, start }), workOf };
  };

/** The steps of a stage: its CPU jobs, and its shards in the queue of its model between them. */
function stageSteps(
  ports: WayPorts,
  {
    queueOf,
    start,
  }: {
    readonly queueOf: ReturnType<typeof shardQueues>;
    readonly start: ReturnType<typeof poolWorkers>["start"];
  },
): Way {
  const cpu = { jobs: 0, seconds: 0 };
  /** A CPU job for the stages of a submission, and what follows. */
  const cpuJob = (nowMs: number, seconds: number, then: (endMs: number) => void): void => {
    const allS = STARTUP_S.fargate + seconds;
    cpu.jobs++;
    cpu.seconds += allS;
    ports.at(nowMs + allS * 1000, () => then(nowMs + allS * 1000));
  };
  /** Puts the shards of a stage into the queue. */
  const ask = (stage: Stage, sinceMs: number): void => {
    const queue = queueOf(stage.model);
    const { model, load, isJudge } = stage;
    const shards = Math.max(1, Math.ceil(load.instances / SHARD_REQUESTS));
    const seconds = gpuSeconds(model.gpuClass ?? "", load, isJudge) / shards;
    let open = shards;
    // a judge's shards follow after a CPU job has read the answers, which also puts them into its pool
    const answered = (endMs: number): void => {
      if (--open === 0) cpuJob(endMs, STEPS_S.read, () => ports.ended(stage, endMs));
    };
    for (let i = 0; i < shards; i++)
      queue.put({ stage, answered, seconds, requests: load.instances / shards, sinceMs });
    start(queue, sinceMs);
  };
  /** Starts the stages of a submission that are ready together: a worker finds out which model answers, and a CPU job encodes. */
  const begin = (stages: readonly Stage[], readyMs: number): void => {
    const [stage] = stages;
    if (stage === undefined) return;
    const answered = (endMs: number): void =>
      cpuJob(endMs, STEPS_S.encode * stages.length, (encodedMs) => {
        for (const one of stages) ask(one, encodedMs);
      });
    cpuJob(readyMs, STEPS_S.identify, (sinceMs) => {
      const queue = queueOf(stage.model);
      queue.put({ stage, answered, seconds: CANARY_S, requests: 0, sinceMs });
      start(queue, sinceMs);
    });
  };
  const held = new Map<string, Stage[]>();

  return {
    cpu,
    ready(stage, readyMs) {
      const { submission, candidate, siblings, isJudge, model } = stage;
      const id = `${submission} ${candidate.name} ${model.name} ${isJudge}`;
      const here = [...(held.get(id) ?? []), stage];
      held.set(id, here);
      // as today, a judge's job waits for a whole candidate; the candidate's runs come at the same moment
      if (isJudge && here.length === siblings) begin(here, readyMs);
      if (!isJudge && here.length === 1)
        ports.at(readyMs, () => {
          begin(held.get(id) ?? [], readyMs);
        });
    },
  };
}
