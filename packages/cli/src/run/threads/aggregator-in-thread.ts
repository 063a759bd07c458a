import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import { THREAD_ARGUMENTS } from "@medhelm/adapters/threads/thread-arguments";
import type { AggregateResult } from "@medhelm/service/aggregate/aggregate-run";
import type { EarlyScores } from "@medhelm/service/aggregate/early-scores";
import type { Answer, LiveRun } from "@medhelm/service/aggregate/live-pass";
import type { AggregateMessage } from "@medhelm/core/submission";
import { packagedAggregateThread } from "../../packaged.ts";
import type { AggregateThreadData, FromAggregator, ToAggregator } from "./aggregate-messages.ts";

/** Chunks of about 64 kB that are on their way to the thread. */
const CHUNKS_ON_THE_WAY = 8;
/**
 * The megabytes of half of the thread's young generation. It begins with one, and cannot grow, because bound-heap.ts fixes the sizes of all threads:
 * 10,000 requests then take 2,600 collections.
 */
const YOUNG_SPACE = "--min-semi-space-size=4";

/** Runs from this number of requests are worth a thread, which takes a fifth of a second to load the code of the scores. */
const REQUESTS = 2_000;

/** Counted once, because the system reads files for it and each progress report asks. */
const CORES = availableParallelism();

/** Whether a run of this number of requests is scored in a thread: it needs a second core. */
export const isForThread = (requests: number, cores: number = CORES): boolean => requests >= REQUESTS && cores > 1;

/** A run that the thread scores while it is asked. */
export interface RunInThread extends EarlyScores {
  /** Undefined: the thread could not aggregate the run. Call it after `end`. */
  aggregate(message: AggregateMessage): Promise<AggregateResult | undefined>;
  /** Lets the process end without the run. Call it at last. */
  close(): void;
}

export interface AggregatorThread {
  /** Starts the thread, so that it loads its code before the first run is opened. */
  start(): void;
  open(live: LiveRun): RunInThread;
}

/** A thread for all runs of the command. It keeps the process alive only while a run is open. */
export function aggregatorInThread(data: AggregateThreadData): AggregatorThread {
  let thread: ReturnType<typeof startThread> | undefined;
  const started = () => (thread?.hasEnded() === false ? thread : (thread = startThread(data)));
  return {
    start: () => void started(),
    open: (live) => started().open(live),
  };
}

interface Waiting {
  onTheWay: number;
  room?: PromiseWithResolvers<void> | undefined;
  readonly ended: PromiseWithResolvers<AggregateResult | undefined>;
}

function startThread(data: AggregateThreadData) {
  setFlagsFromString(YOUNG_SPACE); // of threads that start later
  const worker = new Worker(packagedAggregateThread, {
    workerData: data,
    execArgv: THREAD_ARGUMENTS,
  });
  worker.unref();
  const runs = new Map<number, Waiting>();
  let last = 0;
  let hasEnded = false;
  const post = (message: ToAggregator): void => worker.postMessage(message);
  const freeRoom = (run: Waiting): void => {
    run.room?.resolve();
    run.room = undefined;
  };
  const close = (id: number, result?: AggregateResult): void => {
    const run = runs.get(id);
    if (run === undefined) return;
    runs.delete(id);
    freeRoom(run);
    run.ended.resolve(result);
    if (runs.size === 0) worker.unref();
  };
  worker.on("message", (message: FromAggregator) => {
    const run = runs.get(message.id);
    if (run === undefined) return;
    if (message.kind !== "written") close(message.id, message.kind === "aggregated" ? message.result : undefined);
    else if (--run.onTheWay < CHUNKS_ON_THE_WAY) freeRoom(run);
  });
  const end = (): void => {
    hasEnded = true;
    for (const id of runs.keys()) close(id);
  };
  worker.on("error", end); // the main thread aggregates the runs again, and reports the failure
  worker.on("exit", end);

  return {
    hasEnded: () => hasEnded,
    open(live: LiveRun): RunInThread {
      const id = ++last;
      const run: Waiting = { onTheWay: 0, ended: Promise.withResolvers() };
      runs.set(id, run);
      worker.ref();
      post({ id, kind: "begin", live });
      let answers: Answer[] = [];
      let isDone = false;
      return {
        add: (answer) => void answers.push(answer),
        write(chunk) {
          if (!runs.has(id)) return undefined;
          post({ id, kind: "write", chunk, answers });
          answers = [];
          if (++run.onTheWay < CHUNKS_ON_THE_WAY) return undefined;
          return (run.room ??= Promise.withResolvers<void>()).promise;
        },
        end(stateSha256) {
          isDone = true;
          post({ id, kind: "end", stateSha256 });
        },
        async stop() {
          if (isDone || !runs.has(id)) return;
          post({ id, kind: "stop" });
          await run.ended.promise;
        },
        close() {
          if (runs.has(id)) post({ id, kind: "stop" });
          close(id);
        },
        aggregate(message) {
          if (runs.has(id)) post({ id, kind: "aggregate", message });
          return run.ended.promise;
        },
      };
    },
  };
}
