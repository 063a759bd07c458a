import type { JobRequest } from "@medhelm/core/ports";
import type { Access } from "@medhelm/core/run/profile";
import type { Load, Model } from "../workload.ts";

/** The work of one model for one run: its answers, or its verdicts. */
export interface Stage {
  readonly submission: number;
  readonly owner: string;
  readonly model: Model;
  readonly load: Load;
  readonly isJudge: boolean;
  /** The number of stages of this candidate and submission for this model. */
  readonly siblings: number;
  readonly candidate: Model;
  readonly benchmark: string;
  readonly access: Access;
}

/** How GPUs get their work: by today's jobs, or by pools. */
export interface Way {
  /** The CPU jobs next to the machines with GPUs. Absent: none. */
  readonly cpu?: { readonly jobs: number; readonly seconds: number };
  /** A stage can begin. */
  ready(stage: Stage, nowMs: number): void;
}

export interface WayPorts {
  at(ms: number, run: () => void | Promise<void>): void;
  /** Submits a job to the simulated machines. */
  submit(request: JobRequest, nowMs: number): void;
  /** A model answers the first request of a stage. */
  started(stage: Stage, nowMs: number): void;
  ended(stage: Stage, nowMs: number): void;
}

export const REPLICAS: Readonly<Record<string, number>> = {
  "gpu-24": 4,
  "gpu-48": 2,
  "gpu-80": 2,
  "gpu-4x48": 2,
  "gpu-8x80": 2,
};
