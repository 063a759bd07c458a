import type { Clock, Compute, Index, Log, ObjectStore, Queue, Tracer } from "@medhelm/core/ports";

export interface SweepPorts {
  readonly objects: ObjectStore;
  readonly index: Index;
  readonly dispatchQueue: Queue;
  readonly aggregateQueue: Queue;
  readonly releaseQueue: Queue;
  readonly clock: Clock;
  /**
   * If present, the sweep does not read the runs of active jobs. Absent: it reads all open runs, and the dispatcher
   * finds their jobs.
   */
  readonly compute?: Pick<Compute, "describeAll">;
  /** How many submissions one sweep reads: those that have been due for the longest time. */
  readonly maxSubmissions?: number;
  /** After this time the sweep reads a submission again: `activeMs` if one of its jobs is active, else `idleMs`. */
  readonly pace?: SweepPace;
  /** Whether the dispatcher starts the workers of pools. Absent: it does not. */
  readonly hasPools?: boolean;
  /** Absent: no records are written. */
  readonly log?: Log;
  /** Absent: no spans are recorded. */
  readonly trace?: Tracer;
  /** Reports a submission that fails (e.g. a damaged file), so that the sweep continues with the others. */
  report(error: unknown, key: string): void;
}

export interface SweepPace {
  readonly idleMs: number;
  readonly activeMs: number;
}

/** The sweep runs every 5 minutes. A pause is one minute shorter than one interval, or than three, so that the submission is due in that turn. */
export const PACE: SweepPace = { idleMs: 4 * 60_000, activeMs: 14 * 60_000 };
/** The sweep looks so seldom at what it cannot read, until the operator has repaired the object or upgraded the service. */
export const UNREADABLE_MS = 6 * 60 * 60_000;
