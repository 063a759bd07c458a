import type { JobDetail } from "@aws-sdk/client-batch";
import { isInterruption } from "@medhelm/core/jobs/job";

/**
 * Why a job failed, in the form that isInterruption reads. What Batch says of the machine comes before the exit code, which
 * says only how the container ended of it; the worker's own code comes before "Essential container in task exited".
 */
export function reasonOf(job: JobDetail): string {
  const said = job.statusReason ?? "";
  if (isInterruption(said) || said.startsWith("cancelled: ")) return said;
  const { exitCode, reason } = containerOf(job);
  if (exitCode !== undefined && exitCode !== 0) return `exit code ${exitCode}: ${reason ?? said}`;
  return [said, reason].filter((text) => text !== undefined && text !== "").join(": ") || "AWS Batch gave no reason";
}

interface Ended {
  readonly exitCode?: number | undefined;
  readonly reason?: string | undefined;
}

/** Of the last attempt: the only container, or the one named worker, or the one for whose failure the worker was never started. */
function containerOf(job: JobDetail): Ended {
  const attempt = job.attempts?.at(-1);
  const containers = attempt?.taskProperties?.[0]?.containers ?? [];
  const worker = containers.find(({ name }) => name === WORKER);
  if (worker?.exitCode !== undefined) return worker;
  const failed = containers.find(({ exitCode }) => exitCode !== undefined && exitCode !== 0);
  if (failed !== undefined) return { ...failed, reason: `the container ${failed.name} ended, its log says why` };
  return worker ?? attempt?.container ?? job.container ?? {};
}

/** The container of a definition of several that is told what to do (infra/gpu-jobs.ts). */
export const WORKER = "worker";
