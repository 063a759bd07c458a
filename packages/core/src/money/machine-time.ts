import { type BudgetFile, type MachineTime, takenMicroUsd } from "./budget-file.ts";

// Changes of budget.json for GPU machines. Amounts are absolute, so repeating a change has no effect.

/** One attempt of AWS Batch at a job or at one child of an array job. */
export interface MachineTry {
  /** Batch's id of the job or child */
  readonly job: string;
  /** The name under which the dispatcher reserved its start (machineName). */
  readonly name: string;
  readonly attempt: number;
  /** The queue entry of the pool's shard that the machine asks. */
  readonly shard?: string;
}

/** `child`: index of an array job's child */
export const machineName = (jobName: string, child: number | undefined): string =>
  child === undefined ? jobName : `${jobName}:${child}`;

export type BudgetChange =
  | { readonly kind: "fits"; readonly file: BudgetFile }
  | { readonly kind: "refused"; readonly file: BudgetFile }
  /** The job has ended, and Batch's own times are charged. */
  | { readonly kind: "over" };

/** Reserves the start of machines, until their workers meter them. It reserves all of them or none. */
export function reserveStarts(file: BudgetFile, names: readonly string[], microUsd: number): BudgetChange {
  const { machines = [] } = file;
  const missing = names.filter((name) => !machines.some(({ state, job }) => state === "starting" && job === name));
  if (missing.length * microUsd > file.limitMicroUsd - takenMicroUsd(file)) return { kind: "refused", file };
  const starts = missing.map((job): MachineTime => ({ state: "starting", job, microUsd }));
  return { kind: "fits", file: { ...file, machines: [...machines, ...starts] } };
}

/**
 * Reserves machine time in advance. If that is refused, the time that is already owed still counts, even beyond the limit. The time that an
 * earlier worker reserved for the same shard is freed: that worker was killed, and its time is the operator's.
 */
export function reserveTime(
  file: BudgetFile,
  one: MachineTry,
  { microUsd, owedMicroUsd }: { readonly microUsd: number; readonly owedMicroUsd: number },
): BudgetChange {
  const { machines = [] } = file;
  if (machines.some(({ state, job }) => state === "charged" && job === one.job)) return { kind: "over" };
  const before = machines.find((time) => isOf(time, one))?.microUsd ?? 0;
  const others = machines.filter((time) => !isOf(time, one) && !isStartOf(time, one.name) && !isOfKilled(time, one));
  const leftMicroUsd = file.limitMicroUsd - takenMicroUsd({ ...file, machines: others });
  const fits = microUsd <= leftMicroUsd;
  const countedMicroUsd = Math.max(before, fits ? microUsd : owedMicroUsd);
  const time: MachineTime = {
    state: "running",
    job: one.job,
    attempt: one.attempt,
    ...(one.shard !== undefined && { shard: one.shard }),
    microUsd: countedMicroUsd,
  };
  return { kind: fits ? "fits" : "refused", file: { ...file, machines: [...others, time] } };
}

/** Settles the time that the worker measured at its end. Returns undefined if Batch has already reported the job's times. */
export function settleTime(file: BudgetFile, one: MachineTry, microUsd: number): BudgetFile | undefined {
  const { machines = [] } = file;
  if (!machines.some((time) => isOf(time, one))) return undefined;
  const ended: MachineTime = { state: "ended", job: one.job, attempt: one.attempt, microUsd };
  return { ...file, machines: [...machines.filter((time) => !isOf(time, one)), ended] };
}

/** Charges Batch's own times. They replace the reserved time of all attempts and the reservation of the start. */
export function chargeJob(
  file: BudgetFile,
  { job, name }: Pick<MachineTry, "job" | "name">,
  microUsd: number | undefined,
): BudgetFile {
  const others = (file.machines ?? []).filter((time) => !isStartOf(time, name));
  if (microUsd === undefined) return { ...file, machines: others }; // the job never had a machine
  const charged: MachineTime = { state: "charged", job, microUsd };
  return { ...file, machines: [...others.filter((time) => time.state === "starting" || time.job !== job), charged] };
}

const isOf = (time: MachineTime, { job, attempt }: MachineTry): boolean =>
  time.state !== "starting" && time.job === job && time.attempt === attempt;
/** Only one worker at a time has a shard's lease. */
const isOfKilled = ({ state, shard }: MachineTime, one: MachineTry): boolean =>
  state === "running" && shard !== undefined && shard === one.shard;
const isStartOf = ({ state, job }: MachineTime, name: string): boolean => state === "starting" && job === name;
