import { gpuSeconds } from "../run-progress.ts";
import type { Piece, Work } from "../simulated-compute.ts";
import { REPLICAS, type Stage, type Way, type WayPorts } from "./way.ts";

interface Line {
  readonly stages: { readonly stage: Stage; left: number }[];
  /** by candidate: the stages that are here */
  readonly arrived: Map<string, number>;
  jobs: number;
  count: number;
}

/** A job for each submission and deployment: it loads the model for its own runs and ends. A judge's job waits for a whole candidate. */
export function jobsOfToday(ports: WayPorts): Way & { readonly workOf: (job: string) => Work } {
  const lines = new Map<string, Line>();
  const works = new Map<string, Work>();

  const start = (id: string, line: Line, { model, owner }: Stage, nowMs: number): void => {
    const machines = Math.min(line.stages.length, REPLICAS[model.gpuClass ?? ""] ?? 1);
    const name = `${id}-${++line.count}`;
    line.jobs++;
    works.set(name, {
      model,
      owner,
      next: (startMs) => pieceOf(line, startMs),
      over(endMs) {
        line.jobs--;
        const [next] = line.stages;
        if (next !== undefined && isReady(line, next.stage)) start(id, line, next.stage, endMs);
      },
    });
    const environment = { JOB: name };
    ports.submit({ name, definition: "worker", environment, ...(machines < 2 ? {} : { arraySize: machines }) }, nowMs);
  };
  const isReady = (line: Line, { isJudge, siblings, candidate }: Stage): boolean =>
    !isJudge || (line.arrived.get(candidate.name) ?? 0) >= siblings;
  const pieceOf = (line: Line, nowMs: number): Piece | undefined => {
    const next = line.stages.shift();
    if (next === undefined) return undefined;
    const { stage, left } = next;
    const seconds = left * gpuSeconds(stage.model.gpuClass ?? "", stage.load, stage.isJudge);
    ports.started(stage, nowMs);
    return {
      seconds,
      askingS: seconds,
      end(share, endMs) {
        if (share === 1) ports.ended(stage, endMs);
        else line.stages.push({ stage, left: left * (1 - share) });
      },
    };
  };

  return {
    workOf(job) {
      const work = works.get(job);
      if (work === undefined) throw new Error(`no job ${job}`);
      return work;
    },
    ready(stage, nowMs) {
      const { submission, model, isJudge, candidate } = stage;
      const id = `${submission}-${model.name}-${isJudge}`;
      const line = lines.get(id) ?? { stages: [], arrived: new Map<string, number>(), jobs: 0, count: 0 };
      lines.set(id, line);
      line.stages.push({ stage, left: 1 });
      line.arrived.set(candidate.name, (line.arrived.get(candidate.name) ?? 0) + 1);
      // the runs of a submission come at the same moment
      if (line.jobs === 0 && isReady(line, stage))
        ports.at(nowMs, () => {
          if (line.jobs === 0 && line.stages.length > 0) start(id, line, stage, nowMs);
        });
    },
  };
}
