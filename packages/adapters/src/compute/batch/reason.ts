import type { JobDetail } from "@aws-sdk/client-batch";
import { isInterruption } from "@medhelm/core/jobs/job";

/**
 * The reason why a job failed, in the form that isInterruption reads. Batch's reason for an interruption is preferred to the exit code,
 * which is only a result of it. The worker's exit code is preferred to "Essential container in task exited".
 */
export function reasonOf(job: JobDetail): string {
  const status = job.statusReason ?? "";
  if (isInterruption(status) || status.startsWith("cancelled: ")) return status;
  const { exitCode, reason } = containerOf(job);
  if (exitCode !== undefined && exitCode !== 0) return `exit code ${exitCode}: ${reason ?? status}`;
  return [status, reason].filter((text) => text !== undefined && text !== "").join(": ") || "AWS Batch gave no reason";
}

interface EndedContainer {
  readonly exitCode?: number | undefined;
  readonly reason?: string | undefined;
}

/** The container of the last attempt that explains its end: the worker, or a failed one without which the worker never started. */
function containerOf(job: JobDetail): EndedContainer {
  const attempt = job.attempts?.at(-1);
  const containers = attempt?.taskProperties?.[0]?.containers ?? [];
  const worker = containers.find(({ name }) => name === WORKER);
  if (worker?.exitCode !== undefined) return worker;
  const failed = containers.find(({ exitCode }) => exitCode !== undefined && exitCode !== 0);
  if (failed !== undefined) return { ...failed, reason: `the container ${failed.name} failed; read its log` };
  return worker ?? attempt?.container ?? job.container ?? {};
}

/** In a definition of several containers the one that receives the job's environment (infra/gpu-jobs.ts). */
export const WORKER = "worker";
