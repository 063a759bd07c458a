import { join } from "node:path";
import type { Clock, Compute, JobRequest } from "@medhelm/core/ports";
import { isRefusedByDisk } from "@medhelm/core/writing-to";
import { processIdentity } from "./child-identity.ts";
import { INTERRUPTED, type Launched, launch, type Program, removeLogs, stopOrphan } from "./child-launch.ts";
import { type Child, type JobRecords, jobRecords } from "./job-records.ts";
import { awaitSpace } from "../await-space.ts";
import { later } from "../later.ts";
import { makeFolders } from "../make-folders.ts";
import { setAsideIfDamaged } from "../sqlite/damaged-database.ts";
import { ownFolder } from "./own-folder.ts";
import { systemClock } from "../system-clock.ts";

export interface ChildProcessOptions {
  /** The folder of job records and logs. Only one process at a time may run jobs from it. */
  readonly dir: string;
  readonly programs: Readonly<Partial<Record<JobRequest["definition"], Program>>>;
  /** the number of concurrent children; default 2 */
  readonly maxChildren?: number;
  readonly cwd?: string;
  readonly clock?: Clock;
  /** Called when this process owns `dir`, before a job starts. */
  prepare?(): void;
  /** Takes what a child sends with process.send. */
  onMessage?(message: unknown): void;
  /** Reports to the user what has happened to the folder. */
  notice?(text: string): void;
  /** Called each time that the disk refuses a record. Jobs wait meanwhile. */
  refused?(error: Error): void;
  /** Opens the records of jobs; default: a SQLite file in `dir` */
  readonly openRecords?: (file: string) => JobRecords;
}
export interface ChildProcessCompute extends Compute {
  /** Stops the children, which fail as interrupted, and resolves when all have ended. Waiting jobs run after the next start. */
  close(): Promise<void>;
}

interface Running extends Launched {
  readonly job: string;
  /** The reason of the stop, which explains more than the exit code. */
  stopReason?: string;
}

const DAY_MS = 86_400_000;
/** How long the records and the logs of jobs stay. */
const KEEP_JOBS_MS = 30 * DAY_MS;
/** The time that a job has to stop when its parent closes, because a user waits. A killed job loses the requests in flight. */
const CLOSE_GRACE_MS = 500;
/** How long no job starts after the disk has refused the record of a start. */
const FULL_DISK_MS = 5_000;

/**
 * Jobs as child processes of this one. The environment of a child is what its program needs for the job, the request's, MEDHELM_JOB_ID
 * and, in an array job, MEDHELM_ARRAY_INDEX. Its stdout and stderr go to files in `<dir>/logs`; a failed job's files remain.
 *
 * Children end with their parent (dieWithParent, over an IPC channel). Adopting orphans would save little: their exit code is unknown,
 * and a new run of the job resumes from stored answers. At the start, jobs that the records call running fail as interrupted, their
 * processes are stopped if they still run, and waiting jobs start.
 * @throws UserError if another process runs jobs from `dir`
 */
export function childProcessCompute(options: ChildProcessOptions): ChildProcessCompute {
  const { dir, programs, maxChildren = 2, cwd, clock = systemClock } = options;
  const logs = join(dir, "logs");
  makeFolders(logs);
  const release = ownFolder(dir);
  options.prepare?.();
  const file = join(dir, "jobs.sqlite");
  // the dispatcher starts each job again that has no record
  if (setAsideIfDamaged(file)) options.notice?.(`${file} was damaged and is made again: jobs in work start again`);
  const records = (options.openRecords ?? jobRecords)(file);
  const running = new Set<Running>();
  const closing = new AbortController();

  const start = async (child: Child, program: Program) => {
    const environment = {
      ...program.environmentOf?.(child.environment),
      ...child.environment,
      MEDHELM_JOB_ID: child.job,
      ...(child.isArray ? { MEDHELM_ARRAY_INDEX: String(child.index) } : {}),
    };
    const log = join(logs, `${child.job}-${child.index}`);
    let entry: Running | undefined;
    try {
      entry = {
        ...launch(program, environment, { cwd, log, clock, onMessage: options.onMessage }),
        job: child.job,
      };
      running.add(entry);
      records.started(child, entry.pid, entry.pid === undefined ? undefined : processIdentity(entry.pid));
    } catch (error) {
      disk.isFull = true; // without a record the job waits, and would start again now
      if (entry !== undefined) {
        stop(entry, "its start could not be recorded");
        await entry.ended;
        running.delete(entry);
      }
      throw error;
    }
    const failure = await entry.ended;
    // A program that finished its work despite the signal has succeeded.
    await recordEnd(child, failure === undefined ? undefined : (entry.stopReason ?? failure));
    running.delete(entry);
    startWaiting();
  };
  /** Tries until the disk takes the record. A job without it has not ended for the dispatcher, and is interrupted for the next start. */
  const recordEnd = (child: Child, failure: string | undefined): Promise<void> =>
    awaitSpace(() => records.finished(child, failure), { clock, signal: closing.signal, refused }).catch((error) => {
      if (!isRefusedByDisk(error)) throw error;
    });
  const refused = (error: Error) => options.refused?.(error);
  const disk = { isFull: false };
  /** Tries again after a while. Any other error than that of a full disk is a bug. */
  const pause = (error: unknown) => {
    if (!isRefusedByDisk(error)) throw error;
    refused(error);
    void later(clock, FULL_DISK_MS, closing.signal, () => {
      disk.isFull = false;
      startWaiting();
    });
  };
  const startWaiting = () => {
    while (!closing.signal.aborted && !disk.isFull && running.size < maxChildren) {
      const child = records.nextWaiting();
      if (child === undefined) return;
      const program = programs[child.definition];
      if (program === undefined) records.finished(child, `this process has no program for ${child.definition} jobs`);
      else void start(child, program).catch(pause);
    }
  };
  const forgetDaily = (): void => {
    try {
      for (const log of records.forget(clock.nowMs() - KEEP_JOBS_MS)) removeLogs(join(logs, log));
    } catch (error) {
      if (!isRefusedByDisk(error)) throw error;
      refused(error);
    }
    void later(clock, DAY_MS, closing.signal, forgetDaily);
  };
  const stop = (entry: Running, reason: string, graceMs?: number) => {
    entry.stopReason ??= reason;
    entry.stop(graceMs);
  };

  for (const orphan of records.running()) {
    if (orphan.pid !== undefined) stopOrphan(orphan.pid, orphan.identity, clock, closing.signal);
    records.finished(orphan, `${INTERRUPTED} (the process that ran this job ended)`);
  }
  forgetDaily();
  startWaiting();

  return {
    async submit(request) {
      if (programs[request.definition] === undefined)
        throw new Error(`This process has no program for ${request.definition} jobs.`);
      const id = clock.randomUuid();
      records.add(id, request, clock.nowMs());
      startWaiting();
      return { id };
    },
    describe: async (id) => records.describe(id),
    async describeAll(ids) {
      const found = ids.flatMap((id) => records.describe(id) ?? []);
      return new Map(found.map((job) => [job.id, job]));
    },
    findByName: async (name) => records.named(name),
    async cancel(id, reason) {
      records.failWaiting(id, `cancelled: ${reason}`);
      for (const entry of running)
        if (entry.job === id && entry.stopReason === undefined) stop(entry, `cancelled: ${reason}`);
    },
    async close() {
      if (closing.signal.aborted) return;
      closing.abort();
      while (running.size > 0) {
        for (const entry of running) stop(entry, `${INTERRUPTED} (the service was stopped)`, CLOSE_GRACE_MS);
        await Promise.all([...running].map((entry) => entry.ended));
      }
      records.close();
      release();
    },
  };
}
