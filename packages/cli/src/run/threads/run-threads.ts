import { availableParallelism } from "node:os";
import { threadPool } from "@medhelm/adapters/threads/thread-pool";
import type { ReadCounts, RunJob } from "@medhelm/service/release/runs/read-run";
import type { Verification } from "@medhelm/service/verify/verification";
import { packagedRunThread } from "../../packaged.ts";
import type { RunThreadData } from "./run-thread-data.ts";

/** Reads or verifies one run (run-thread.ts). */
export type RunCall =
  | { readonly kind: "read"; readonly job: RunJob }
  | { readonly kind: "verify"; readonly suite: string; readonly run: string };

/** The answer to a call of the same kind. */
export type RunAnswer =
  | { readonly kind: "read"; readonly read: ReadCounts }
  | { readonly kind: "verify"; readonly found: Verification };

export interface RunThreads {
  /** the calls that are worth making at the same time */
  readonly concurrency: number;
  readonly read: (job: RunJob) => Promise<ReadCounts>;
  readonly verify: (suite: string, run: string) => Promise<Verification>;
  readonly end: () => Promise<void>;
}

/** The second call is there when the first one ends, so that a thread does not wait for this one. */
const CALLS_A_THREAD = 2;

/** Threads that read runs with clients of their own of the same store. They start with the first calls. */
export function runThreads(data: RunThreadData, threads: number = availableParallelism()): RunThreads {
  const program = packagedRunThread;
  const { concurrency, call, end } = threadPool<RunCall, RunAnswer>({
    program,
    data,
    threads,
    callsAThread: CALLS_A_THREAD,
  });
  const other = new Error("a thread answered another call");
  return {
    concurrency,
    end,
    async read(job) {
      const answer = await call({ kind: "read", job });
      if (answer.kind !== "read") throw other;
      return answer.read;
    },
    async verify(suite, run) {
      const answer = await call({ kind: "verify", suite, run });
      if (answer.kind !== "verify") throw other;
      return answer.found;
    },
  };
}
