import { spawn, type ChildProcess } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SqlGuard, SqlOutcome, SqlSession } from "@medhelm/core/run/sql-guard";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { NEEDS_MORE_MEMORY } from "./needs-more-memory.ts";
import { temporaryFolder } from "../temporary-folder.ts";

export interface SqlGuardOptions {
  /** the path of child.ts or of its bundle */
  readonly program: string;
  /** default 60 s, as in EHRSQL */
  readonly deadlineMs?: number;
  /** the number of concurrent processes; default 2 */
  readonly processes?: number;
  /** default: this machine's. Only on Linux the system limits the memory of a process. */
  readonly platform?: NodeJS.Platform;
}

const DEADLINE_MS = 60_000;
/** SQLite's 1e999 is infinite, which z.number() refuses. */
const AnyNumber = z.custom<number>((value) => typeof value === "number");
const Value = z.union([z.null(), AnyNumber, z.bigint(), z.string(), z.instanceof(Uint8Array)]);
const Outcome = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("rows"), rows: z.array(z.array(Value)) }),
  z.object({ kind: z.literal("error"), message: z.string() }),
  z.object({ kind: z.literal("stopped"), reason: z.string() }),
]);

/**
 * Runs SQL that a model wrote. Each query runs in a child process with an empty environment and a read-only copy of the database. An
 * authorizer allows only reading, and memory and result are limited. A query that reaches the deadline is killed with its process.
 */
export function guardedSql(options: SqlGuardOptions): SqlGuard {
  return {
    open: async (database, label) => {
      const { DatabaseSync } = await import("node:sqlite");
      if (!("setAuthorizer" in DatabaseSync.prototype))
        throw new UserError(
          `${label}: queries that a model wrote run under the authorizer of SQLite, which Node ${process.version} does not have; run this benchmark with Node 24.10 or newer`,
        );
      const folder = await temporaryFolder("sql");
      const path = join(folder, "database.sqlite");
      await writeFile(path, database, { mode: 0o400 });
      const session = openSession(options, path, () => rm(folder, { recursive: true, force: true }));
      const first = await session.query("select count(*) from sqlite_master", AbortSignal.timeout(DEADLINE_MS));
      if (first.kind === "rows") return session;
      await session.close();
      const why = first.kind === "error" ? first.message : first.reason;
      throw new UserError(`${label}: not a readable SQLite database (${why}); copy it again`);
    },
  };
}

interface PendingQuery {
  readonly sql: string;
  readonly signal: AbortSignal;
  settle(outcome: SqlOutcome): void;
  fail(reason: unknown): void;
}

function openSession(
  { program, deadlineMs = DEADLINE_MS, processes = 2, platform = process.platform }: SqlGuardOptions,
  path: string,
  clean: () => Promise<void>,
): SqlSession {
  const idle: ChildProcess[] = [];
  /** the processes that have run a query of a model */
  const used = new WeakSet<ChildProcess>();
  /** The first query is our own, and small. */
  let isOpen = false;
  const all = new Set<ChildProcess>();
  const queue: PendingQuery[] = [];
  let running = 0;

  const next = (): void => {
    while (running < processes) {
      const waiting = queue.shift();
      if (waiting === undefined) return;
      running++;
      void answer(waiting)
        .catch(waiting.fail)
        .finally(() => {
          running--;
          next();
        });
    }
  };

  const startChild = (): ChildProcess => {
    const child = start(program, path, platform);
    all.add(child);
    return child.once("close", () => all.delete(child));
  };

  async function askChild(child: ChildProcess, waiting: PendingQuery): Promise<SqlOutcome> {
    const { outcome, canGoOn } = await ask(child, waiting, deadlineMs);
    if (canGoOn && child.connected && !isOutOfMemory(outcome)) idle.push(child);
    else child.kill("SIGKILL");
    return outcome;
  }

  async function answer(waiting: PendingQuery): Promise<void> {
    waiting.signal.throwIfAborted();
    const child = idle.pop() ?? startChild();
    const isUsed = used.has(child);
    if (isOpen) used.add(child);
    const outcome = await askChild(child, waiting);
    // earlier queries leave a process less memory, and the outcome of a query must not depend on them
    const again = isUsed && isOutOfMemory(outcome);
    waiting.settle(again ? await askChild(startChild(), waiting) : outcome);
    isOpen = true;
  }

  return {
    query: (sql, signal) =>
      new Promise((settle, fail) => {
        queue.push({ sql, signal, settle, fail });
        next();
      }),
    close: async () => {
      for (const waiting of queue.splice(0)) waiting.settle({ kind: "stopped", reason: "the run has ended" });
      for (const child of all) child.kill("SIGKILL");
      await clean();
    },
  };
}

/** The limit of writable address space. Node itself takes about 0.6 GiB of it. Beyond it allocations of SQLite and V8 fail. */
const MAX_DATA_KIB = 1.25 * 2 ** 20;
const NODE_FLAGS = ["--v8-pool-size=1", "--max-old-space-size=128", "--disable-warning=ExperimentalWarning"];

/**
 * Starts a child through sh, because only its ulimit sets a memory limit that no query can bypass. On macOS and Windows, which do not enforce it, the
 * child's own thread checks its memory (watch.ts).
 */
function start(program: string, path: string, platform: NodeJS.Platform): ChildProcess {
  const node = [process.execPath, ...NODE_FLAGS, program, path, String(process.pid), String(MAX_DATA_KIB * 1024)];
  const limited = ["/bin/sh", "-c", `ulimit -c 0; ulimit -d ${MAX_DATA_KIB}; exec "$0" "$@"`, ...node];
  const [command = process.execPath, ...args] = platform === "linux" ? limited : node;
  const child = spawn(command, args, {
    env: {},
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    serialization: "advanced",
  });
  child.unref();
  child.channel?.unref();
  return child;
}

interface Answer {
  readonly outcome: SqlOutcome;
  /** whether the child can take another query */
  readonly canGoOn: boolean;
}

/** Runs one query. @throws the signal's reason on abort */
function ask(child: ChildProcess, { sql, signal }: PendingQuery, deadlineMs: number): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  let stderr = "";
  const keepStderr = (text: Buffer): void => {
    stderr = `${stderr}${text.toString()}`.slice(-500);
  };
  const unbind = (): void => {
    clearTimeout(timer);
    child.off("message", answered).off("close", died).off("error", failed);
    child.stderr?.off("data", keepStderr);
    signal.removeEventListener("abort", aborted);
  };
  const end = (outcome: SqlOutcome, canGoOn: boolean): void => {
    unbind();
    resolve({ outcome, canGoOn });
  };
  const kill = (reason: string): void => end({ kind: "stopped", reason }, false);
  const answered = (message: unknown): void => {
    const outcome = Outcome.safeParse(message);
    if (outcome.success) end(outcome.data, true);
    else kill("its process answered in a form that it does not have");
  };
  const died = (): void => kill(causeOfDeath(stderr));
  const failed = (error: Error): void => kill(error.message);
  const aborted = (): void => {
    unbind();
    child.kill("SIGKILL");
    reject(signal.reason);
  };
  const timer = setTimeout(() => kill(`it ran longer than ${deadlineMs / 1000} s`), deadlineMs);
  child.on("message", answered).on("close", died).on("error", failed);
  child.stderr?.on("data", keepStderr);
  signal.addEventListener("abort", aborted, { once: true });
  child.send(sql, (error) => {
    if (error !== null) died();
  });
  return promise;
}

const isOutOfMemory = (outcome: SqlOutcome): boolean =>
  outcome.kind === "stopped" && outcome.reason === NEEDS_MORE_MEMORY;

function causeOfDeath(stderr: string): string {
  if (/heap out of memory|allocation failed/i.test(stderr)) return NEEDS_MORE_MEMORY;
  const line = stderr.split("\n").find((one) => /^\w*Error\b/.test(one.trim()));
  return `its process ended${line === undefined ? "" : ` (${line.trim()})`}`;
}
