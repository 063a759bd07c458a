import { Worker } from "node:worker_threads";
import { type HeldLease, type KeepLease, LeaseLost } from "@medhelm/core/jobs/keep-lease";
import { FromThread, type ToThread } from "./messages.ts";

/** Far below the silence after which the thread gives the leases up (serve-leases.ts). */
const ALIVE_MS = 60_000;

interface Waiting {
  resolve(): void;
  reject(error: Error): void;
}
interface KeptLease {
  readonly lost: AbortController;
  /** calls without an answer, the oldest first */
  readonly waiting: Waiting[];
}

export interface LeaseThreadOptions {
  /** the path of a program that calls `serveLeases` */
  readonly program: string;
  /** the program's workerData */
  readonly data?: unknown;
}

/**
 * Renews leases in a thread of its own, so that hours of computing in the main thread lose no lease. The thread has its own client of
 * the store, and it is the only writer of the leases' objects. All leases of a process share it. It starts with the first lease, and it keeps the
 * process alive only while a lease is held.
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
  const worker = new Worker(program, { workerData: data });
  const leases = new Map<string, KeptLease>();
  const post = (message: ToThread): void => worker.postMessage(message);
  const alive = setInterval(() => post({ kind: "alive" }), ALIVE_MS).unref();
  let hasEnded = false;

  worker.on("message", (value: unknown) => {
    const message = FromThread.parse(value);
    const lease = leases.get(message.nonce);
    if (message.kind === "lost") lease?.lost.abort(new LeaseLost(message.message));
    else if (message.kind === "done") lease?.waiting.shift()?.resolve();
    else lease?.waiting.shift()?.reject(failureOf(lease, message.message));
  });
  const end = (why: string): void => {
    hasEnded = true;
    clearInterval(alive);
    for (const lease of leases.values()) {
      lease.lost.abort(new LeaseLost(`the thread that renews the run's lease has ended (${why})`));
      for (const { reject } of lease.waiting) reject(failureOf(lease, why));
    }
  };
  worker.on("error", (error) => end(error instanceof Error ? error.message : String(error)));
  worker.on("exit", (code) => end(`exit code ${code}`));

  const call = (lease: KeptLease, message: ToThread): Promise<void> =>
    new Promise((resolve, reject) => {
      if (hasEnded) return reject(failureOf(lease, "the thread has ended"));
      lease.waiting.push({ resolve, reject });
      post(message);
    });
  return {
    hasEnded: () => hasEnded,
    keep({ key, record, etag, startedMs }: HeldLease) {
      const { nonce } = record;
      const lease: KeptLease = { lost: new AbortController(), waiting: [] };
      leases.set(nonce, lease);
      worker.ref();
      post({ kind: "keep", key, record, etag, startedMs });
      return {
        lost: lease.lost.signal,
        setGeneration: (generation: number) => call(lease, { kind: "setGeneration", nonce, generation }),
        async release() {
          await call(lease, { kind: "release", nonce }).catch(() => undefined); // the lease expires
          leases.delete(nonce);
          if (leases.size === 0) worker.unref();
        },
      };
    },
  };
}

/** A call fails because of the loss, if the lease is lost. */
const failureOf = ({ lost }: KeptLease, message: string): Error =>
  lost.signal.reason instanceof LeaseLost ? lost.signal.reason : new Error(message);
