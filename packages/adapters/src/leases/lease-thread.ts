import { THREAD_ARGUMENTS } from "../threads/thread-arguments.ts";
import { Worker } from "node:worker_threads";
import { type HeldLease, type KeepLease, LeaseLost } from "@medhelm/core/jobs/keep-lease";
import { FromThread, type ToThread } from "./messages.ts";

/** Far below the silence after which the thread gives the leases up (serve-leases.ts). */
const ALIVE_MS = 60_000;
/** A suite takes its next lease sooner. A thread without a lease is 25 MB of memory. */
const IDLE_MS = 2_000;

interface KeptLease {
  readonly lost: AbortController;
  /** Settles when the thread has freed the lease, or has ended. */
  readonly released: PromiseWithResolvers<void>;
}

export interface LeaseThreadOptions {
  /** the path of a program that calls `serveLeases` */
  readonly program: string;
  /** the program's workerData */
  readonly data?: unknown;
}

/**
 * Renews leases in a thread of its own, so that hours of computing in the main thread lose no lease. The thread has its own client of
 * the store, and it is the only writer of the leases' objects. All leases of a process share it. It starts with the first lease, keeps the
 * process alive only while a lease is held, and ends a little after the last one.
 */
export function leaseThread(options: LeaseThreadOptions): KeepLease {
  let thread: Thread | undefined;
  return (held) => {
    if (thread?.hasEnded() !== false) thread = startThread(options);
    return thread.keep(held);
  };
}

type Thread = ReturnType<typeof startThread>;

function startThread({ program, data }: LeaseThreadOptions) {
  const worker = new Worker(program, { workerData: data, execArgv: THREAD_ARGUMENTS });
  const leases = new Map<string, KeptLease>();
  const post = (message: ToThread): void => worker.postMessage(message);
  const alive = setInterval(() => post({ kind: "alive" }), ALIVE_MS).unref();
  let hasEnded = false;
  let idle: NodeJS.Timeout | undefined;

  worker.on("message", (value: unknown) => {
    const message = FromThread.parse(value);
    const lease = leases.get(message.nonce);
    if (message.kind === "lost") lease?.lost.abort(new LeaseLost(message.message));
    else lease?.released.resolve();
  });
  const end = (why: string): void => {
    hasEnded = true;
    clearInterval(alive);
    clearTimeout(idle);
    for (const { lost, released } of leases.values()) {
      lost.abort(new LeaseLost(`the thread that renews the run's lease has ended (${why})`));
      released.resolve();
    }
  };
  const rest = (): void => {
    worker.unref();
    idle = setTimeout(() => {
      end("no lease");
      void worker.terminate();
    }, IDLE_MS).unref();
  };
  worker.on("error", (error) => end(error instanceof Error ? error.message : String(error)));
  worker.on("exit", (code) => end(`exit code ${code}`));

  return {
    hasEnded: () => hasEnded,
    keep({ key, record, etag, startedMs }: HeldLease) {
      const { nonce } = record;
      const lease: KeptLease = { lost: new AbortController(), released: Promise.withResolvers() };
      leases.set(nonce, lease);
      clearTimeout(idle);
      worker.ref();
      post({ kind: "keep", key, record, etag, startedMs });
      return {
        lost: lease.lost.signal,
        async release() {
          post({ kind: "release", nonce });
          if (!hasEnded) await lease.released.promise;
          leases.delete(nonce);
          if (leases.size === 0 && !hasEnded) rest();
        },
      };
    },
  };
}
