import type { Lease } from "@medhelm/core/jobs/lease";
import type { AnswerCounts } from "./answers/answer-all.ts";
import type { SpentSoFar, WorkerPorts, WorkRequest } from "./ports.ts";
import { storedProgress } from "./stored-progress.ts";

/** How often progress.json is written: soon enough for a waiting user, and cheap compared with the answers. */
const INTERVAL_MS = 1000;

/**
 * Reports progress to the caller at every answer and to the object store once a second. A lost put does not matter,
 * because the next one follows. `awaited` is the judge that this job serves. The stored progress names this judge until
 * the last verdict is stored. So if the job is killed, the next job is one of this judge and not of the candidate.
 */
export function progressWriter(
  ports: WorkerPorts,
  request: WorkRequest,
  { term }: Pick<Lease, "term">,
  total: number,
  awaited: string | undefined,
) {
  const { plan, submission } = request;
  const run = plan.runSpec.name;
  const awaiting = (deployment: string) => ({
    state: "awaiting" as const,
    deployment,
    ...(submission === undefined ? {} : { submission }),
  });
  let reached = 0;
  let isAwaiting = awaited !== undefined;
  let isComplete = false;
  let lastMs = Number.NEGATIVE_INFINITY;
  const stored = storedProgress(ports, request, term);
  const put = (state: "running" | "judging", done: number, { failures }: AnswerCounts): void => {
    lastMs = ports.clock.monotonicMs();
    const under = awaited === undefined ? { state } : awaiting(awaited);
    stored.write({
      formatVersion: 1,
      ...under,
      done,
      total,
      ...(failures.size === 0 ? {} : { failures: byKind({ failures }) }),
    });
  };
  return {
    /** Reports a notice to the caller before the first answer. */
    announce(notice: string): void {
      ports.report({ run, stage: "loading", done: 0, total, failed: 0, reused: 0, notice });
    },
    tick(counts: AnswerCounts, spent: SpentSoFar): void {
      reached = counts.requests;
      ports.report({
        run,
        stage: "asking",
        done: counts.requests,
        total,
        failed: counts.failed,
        reused: counts.reused,
        failures: byKind(counts),
        spent,
      });
      if (ports.clock.monotonicMs() - lastMs >= INTERVAL_MS) put("running", counts.requests, counts);
    },
    /** The number of requests at the last tick. */
    reached: () => reached,
    /** Reports BERTScore's progress, after all answers. */
    encoding(counts: AnswerCounts, done: number): void {
      ports.report({ run, stage: "encoding", done, total, failed: counts.failed, reused: 0 });
      if (ports.clock.monotonicMs() - lastMs >= INTERVAL_MS) put("judging", done, counts);
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
      put("judging", counts.requests, counts);
    },
    /** Records that the run waits for `deployment`. `pooled`: its requests in the pool of the deployment. */
    markPending(counts: AnswerCounts, deployment: string, pooled: number): void {
      isAwaiting = true;
      const pool = pooled === 0 ? {} : { pool: { requests: pooled } };
      stored.write({ formatVersion: 1, ...awaiting(deployment), ...pool, done: counts.requests, total });
    },
    /** Records that the scenario state is stored. */
    complete(): void {
      isAwaiting = false;
      isComplete = true;
    },
    /**
     * Deletes progress.json when this worker leaves the run, so that the run does not look active. It stays if it names
     * the deployment that must act next.
     */
    async stop(): Promise<void> {
      await stored.written();
      if (!isAwaiting) await stored.remove(isComplete ? undefined : { state: "queued" });
    },
  };
}

const byKind = ({ failures }: Pick<AnswerCounts, "failures">): Readonly<Record<string, number>> =>
  Object.fromEntries([...failures].map(([reason, { count }]) => [reason, count]));
