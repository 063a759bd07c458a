import { THREAD_ARGUMENTS } from "./thread-arguments.ts";
import { Worker } from "node:worker_threads";
import { UserError } from "@medhelm/core/user-error";
import type { Answered, Called } from "./answer-calls.ts";

export interface ThreadPoolOptions {
  /** the path of a program that calls `serveCalls` */
  readonly program: string;
  /** the program's workerData */
  readonly data: unknown;
  readonly threads: number;
  /** calls that a thread has at the same time, so that it computes while it waits for a disk */
  readonly callsAThread: number;
}

export interface ThreadPool<Call, Result> {
  /** the calls that are worth making at the same time */
  readonly concurrency: number;
  call(call: Call): Promise<Result>;
  /** Ends the threads. A later call starts them again. */
  end(): Promise<void>;
}

interface Thread<Call, Result> extends Pick<ThreadPool<Call, Result>, "call" | "end"> {
  readonly hasEnded: () => boolean;
  /** the calls without an answer */
  readonly calls: () => number;
}

/**
 * Threads of one program that answer calls. A thread starts when a call finds fewer threads than `threads`; later calls go to the thread with the
 * fewest calls. A call without an answer keeps the process alive.
 */
export function threadPool<Call, Result>(options: ThreadPoolOptions): ThreadPool<Call, Result> {
  const { program, data, threads, callsAThread } = options;
  let members: Thread<Call, Result>[] = [];

  function start(): Thread<Call, Result> {
    const worker = new Worker(program, { workerData: data, execArgv: THREAD_ARGUMENTS });
    worker.unref();
    const waiting = new Map<number, PromiseWithResolvers<Result>>();
    let last = 0;
    let hasEnded = false;
    const fail = (error: unknown): void => {
      hasEnded = true;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    worker.on("message", (answer: Answered<Result>) => {
      const call = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (waiting.size === 0) worker.unref();
      if ("result" in answer) call?.resolve(answer.result);
      else call?.reject(answer.userError === undefined ? answer.error : new UserError(answer.userError));
    });
    worker.on("error", fail);
    worker.on("exit", (code) => fail(new Error(`a thread of ${program} ended with code ${code}`)));
    return {
      hasEnded: () => hasEnded,
      calls: () => waiting.size,
      call(call) {
        const settled = Promise.withResolvers<Result>();
        const id = ++last;
        waiting.set(id, settled);
        worker.ref();
        worker.postMessage({ id, call } satisfies Called<Call>);
        return settled.promise;
      },
      async end() {
        await worker.terminate();
      },
    };
  }

  function free(): Thread<Call, Result> {
    members = members.filter(({ hasEnded }) => !hasEnded());
    const [member = start()] = members.length < threads ? [] : members.toSorted((a, b) => a.calls() - b.calls());
    if (!members.includes(member)) members.push(member);
    return member;
  }

  return {
    concurrency: threads * callsAThread,
    call: async (call) => free().call(call),
    async end() {
      await Promise.all(members.splice(0).map((member) => member.end()));
    },
  };
}
