import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import type { Progress } from "@medhelm/core/run/progress";
import type { AnswerCounts } from "./answer-all.ts";
import type { WorkerPorts, WorkRequest } from "./ports.ts";

/** How often progress.json is put: seen by whoever waits, and cheap beside the answers. */
const INTERVAL_MS = 1000;

/**
 * Tells the caller at every answer and the object store once a second. A lost progress put is no failure: the next one tells.
 * `awaited`: the judge whose job this is. The run awaits it until the last verdict is there, so that a job that is killed is followed
 * by another of this judge, not of the candidate.
 */
export function progressWriter(
  ports: WorkerPorts,
  { plan, suite, submission }: WorkRequest,
  total: number,
  awaited: string | undefined,
) {
  const run = plan.runSpec.name;
  const awaiting = (deployment: string) => ({
    state: "awaiting" as const,
    deployment,
    ...(submission === undefined ? {} : { submission }),
  });
  let isAwaiting = awaited !== undefined;
  let lastMs = Number.NEGATIVE_INFINITY;
  let writing: Promise<unknown> = Promise.resolve();
  const put = (state: "running" | "judging", done: number): void => {
    lastMs = ports.clock.monotonicMs();
    const under = awaited === undefined ? { state } : awaiting(awaited);
    write({ formatVersion: 1, ...under, done, total });
  };
  const write = (progress: Progress): void => {
    writing = writing.then(() => putJson(ports.objects, keys.progress(suite, run), progress)).catch(() => undefined);
  };
  return {
    /** Tells the caller something once, before the first answer. */
    announce(notice: string): void {
      ports.report({ run, stage: "loading", done: 0, total, failed: 0, reused: 0, notice });
    },
    tick(counts: AnswerCounts): void {
      ports.report({
        run,
        stage: "asking",
        done: counts.requests,
        total,
        failed: counts.failed,
        reused: counts.reused,
      });
      if (ports.clock.monotonicMs() - lastMs >= INTERVAL_MS) put("running", counts.requests);
    },
    /** BERTScore, behind all answers. */
    encoding(counts: AnswerCounts, done: number): void {
      ports.report({ run, stage: "encoding", done, total, failed: counts.failed, reused: 0 });
      if (ports.clock.monotonicMs() - lastMs >= INTERVAL_MS) put("judging", done);
    },
    async writing(counts: AnswerCounts): Promise<void> {
      ports.report({
        run,
        stage: "writing",
        done: counts.requests,
        total,
        failed: counts.failed,
        reused: counts.reused,
      });
      put("judging", counts.requests);
    },
    /** The run goes on where `deployment` answers. */
    markPending(counts: AnswerCounts, deployment: string): void {
      isAwaiting = true;
      write({ formatVersion: 1, ...awaiting(deployment), done: counts.requests, total });
    },
    /** The scenario state is there. */
    complete(): void {
      isAwaiting = false;
    },
    /** Nobody is at the run any more: what lies there would tell of a run under way, unless it tells who must act next. */
    async stop(): Promise<void> {
      await writing;
      if (isAwaiting) return;
      await ports.objects.delete(keys.progress(suite, run)).catch(() => undefined);
    },
  };
}
