import type { Job, JobRequest, JobState } from "@medhelm/core/ports";
import { ownerTurns } from "@medhelm/core/jobs/owner-turns";
import { turnOf } from "@medhelm/core/jobs/turn-of";
import { z } from "zod";
import { openDatabase, transaction } from "../sqlite/open-database.ts";

/** One process of a job. A single job has one process, an array job has `arraySize`. */
export interface Child {
  readonly job: string;
  /** 0 for a single job */
  readonly index: number;
  readonly isArray: boolean;
  readonly definition: JobRequest["definition"];
  readonly environment: Readonly<Record<string, string>>;
}
export interface Orphan {
  readonly job: string;
  readonly index: number;
  readonly pid: number | undefined;
  /** The value of processIdentity, which distinguishes the process from a later one with the same pid. */
  readonly identity: string | undefined;
}
export interface JobRecords {
  add(id: string, request: JobRequest, nowMs: number): void;
  describe(id: string): Job | undefined;
  named(name: string): readonly Job[];
  /** Owners take turns, and the jobs of one owner start in their order. */
  nextWaiting(): Child | undefined;
  started(child: Child, pid: number | undefined, identity: string | undefined): void;
  /** Records a success if `failure` is undefined. */
  finished(child: Pick<Child, "job" | "index">, failure: string | undefined): void;
  /** Fails the children of the job that have not started. */
  failWaiting(job: string, reason: string): void;
  /** The children in the state "running". */
  running(): Orphan[];
  /** Deletes ended jobs that were submitted before `beforeMs`, and returns their children as `<job>-<index>`. */
  forget(beforeMs: number): string[];
  close(): void;
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS jobs (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, definition TEXT NOT NULL, environment TEXT NOT NULL, is_array INTEGER NOT NULL,
    submitted_ms INTEGER NOT NULL);
  CREATE INDEX IF NOT EXISTS jobs_named ON jobs (name);
  CREATE TABLE IF NOT EXISTS job_owners (job TEXT PRIMARY KEY, owner TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS children (
    job TEXT NOT NULL, idx INTEGER NOT NULL, state TEXT NOT NULL DEFAULT 'waiting', pid INTEGER,
    identity TEXT, reason TEXT, PRIMARY KEY (job, idx));
  CREATE INDEX IF NOT EXISTS children_in_state ON children (state)`;

const JobRow = z.object({ id: z.string(), name: z.string(), is_array: z.number() });
const StateRow = z.object({
  idx: z.number(),
  state: z.enum(["waiting", "running", "succeeded", "failed"]),
  reason: z.string().nullable(),
});
const WaitingRow = z.object({
  job: z.string(),
  idx: z.number(),
  is_array: z.number(),
  definition: z.enum(["worker", "site"]),
  environment: z.string(),
});
const Environment = z.record(z.string(), z.string());
const HeadRow = z.object({ owner: z.string().nullable(), row: z.number() });
const RunningRow = z.object({
  job: z.string(),
  idx: z.number(),
  pid: z.number().nullable(),
  identity: z.string().nullable(),
});
const IdRow = z.object({ id: z.string() });

/** Keeps the jobs of childProcessCompute in a SQLite file, so that they survive the process that runs them. */
export function jobRecords(file: string): JobRecords {
  const db = openDatabase(file, SCHEMA);
  const insertJob = db.prepare("INSERT INTO jobs VALUES (?, ?, ?, ?, ?, ?)");
  const insertOwner = db.prepare("INSERT INTO job_owners VALUES (?, ?)"); // a table of its own, so that earlier versions can add jobs
  const insertChild = db.prepare("INSERT INTO children (job, idx) VALUES (?, ?)");
  const byId = db.prepare("SELECT id, name, is_array FROM jobs WHERE id = ?");
  const byName = db.prepare("SELECT id FROM jobs WHERE name = ? ORDER BY submitted_ms DESC, rowid DESC");
  const childrenOf = db.prepare("SELECT idx, state, reason FROM children WHERE job = ? ORDER BY idx");
  const heads = db.prepare(
    "SELECT owner, MIN(jobs.rowid) AS row FROM children JOIN jobs ON jobs.id = children.job LEFT JOIN job_owners ON job_owners.job = jobs.id WHERE state = 'waiting' GROUP BY owner ORDER BY row",
  );
  const waiting = db.prepare(
    "SELECT job, idx, is_array, definition, environment FROM children JOIN jobs ON jobs.id = job WHERE state = 'waiting' AND jobs.rowid = ? ORDER BY idx LIMIT 1",
  );
  const start = db.prepare("UPDATE children SET state = 'running', pid = ?, identity = ? WHERE job = ? AND idx = ?");
  const finish = db.prepare("UPDATE children SET state = ?, reason = ? WHERE job = ? AND idx = ?");
  const failWaiting = db.prepare(
    "UPDATE children SET state = 'failed', reason = ? WHERE job = ? AND state = 'waiting'",
  );
  const running = db.prepare("SELECT job, idx, pid, identity FROM children WHERE state = 'running'");
  const old = "submitted_ms < ? AND id NOT IN (SELECT job FROM children WHERE state IN ('waiting', 'running'))";
  const forgetChildren = db.prepare(
    `DELETE FROM children WHERE job IN (SELECT id FROM jobs WHERE ${old}) RETURNING job || '-' || idx AS id`,
  );
  const forgetOwners = db.prepare(`DELETE FROM job_owners WHERE job IN (SELECT id FROM jobs WHERE ${old})`);
  const forgetJobs = db.prepare(`DELETE FROM jobs WHERE ${old}`);

  const turns = ownerTurns();

  const describe = (id: string): Job | undefined => {
    const found = byId.get(id);
    if (found === undefined) return undefined;
    const job = JobRow.parse(found);
    const children = childrenOf.all(id).map((row) => StateRow.parse(row));
    const failed = children.find((child) => child.state === "failed");
    const state = stateOf(children.map((child) => child.state));
    if (state !== "failed" || failed === undefined) return { id, name: job.name, state };
    const reason = `${job.is_array === 1 ? `child ${failed.idx}: ` : ""}${failed.reason ?? ""}`;
    return { id, name: job.name, state, reason };
  };
  return {
    add(id, request, nowMs) {
      const { name, definition, environment, arraySize } = request;
      const turn = turnOf(request);
      transaction(db, () => {
        insertJob.run(id, name, definition, JSON.stringify(environment), arraySize === undefined ? 0 : 1, nowMs);
        if (turn !== undefined) insertOwner.run(id, turn);
        for (let index = 0; index < (arraySize ?? 1); index++) insertChild.run(id, index);
      });
    },
    describe,
    named: (name) => byName.all(name).flatMap((row) => describe(IdRow.parse(row).id) ?? []),
    nextWaiting() {
      const firsts = heads.all().map((row) => HeadRow.parse(row));
      const [head] = turns.heads(firsts.map(({ owner, row }) => ({ owner: owner ?? undefined, row })));
      const found = head && waiting.get(head.row);
      if (head === undefined || found === undefined) return undefined;
      turns.took(head.owner);
      const { job, idx, is_array, definition, environment } = WaitingRow.parse(found);
      const parsed = Environment.parse(JSON.parse(environment));
      return { job, index: idx, isArray: is_array === 1, definition, environment: parsed };
    },
    started(child, pid, identity) {
      start.run(pid ?? null, identity ?? null, child.job, child.index);
    },
    finished(child, failure) {
      finish.run(failure === undefined ? "succeeded" : "failed", failure ?? null, child.job, child.index);
    },
    failWaiting(job, reason) {
      failWaiting.run(reason, job);
    },
    running: () =>
      running.all().map((row) => {
        const { job, idx, pid, identity } = RunningRow.parse(row);
        return { job, index: idx, pid: pid ?? undefined, identity: identity ?? undefined };
      }),
    forget: (beforeMs) =>
      transaction(db, () => {
        const forgotten = forgetChildren.all(beforeMs).map((row) => IdRow.parse(row).id);
        forgetOwners.run(beforeMs);
        forgetJobs.run(beforeMs);
        return forgotten;
      }),
    close: () => db.close(),
  };
}

/** The state of a job from its children, as in AWS Batch: after the end of all children it fails if one of them failed. */
function stateOf(children: readonly JobState[]): JobState {
  if (children.every((state) => state === "waiting")) return "waiting";
  if (children.some((state) => state === "waiting" || state === "running")) return "running";
  return children.includes("failed") ? "failed" : "succeeded";
}
