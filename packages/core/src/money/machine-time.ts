import type { StoredSubmission } from "../submission.ts";
import { type BudgetFile, type MachineTime, takenMicroUsd } from "./budget-file.ts";
import { microUsdDown } from "./micro-usd.ts";

// The changes of budget.json that have to do with machines. Amounts are absolute, so each may be made as often as one likes.

/** One of Batch's tries at a job, or at one child of an array. */
export interface MachineTry {
  /** Batch's id of it */
  readonly job: string;
  /** as the dispatcher set its start aside: machineName */
  readonly name: string;
  readonly attempt: number;
}

/** `child`: which one of an array */
export const machineName = (jobName: string, child: number | undefined): string =>
  child === undefined ? jobName : `${jobName}:${child}`;

/** undefined: nobody limits the submission, and no machine of it is counted. */
export function freshBudget({ limitUsd, request }: StoredSubmission): BudgetFile | undefined {
  const maxUsd = limitUsd ?? request.budgetUsd;
  return maxUsd === undefined ? undefined : { formatVersion: 1, limitMicroUsd: microUsdDown(maxUsd), slices: [] };
}

export type Taken =
  | { readonly kind: "fits"; readonly file: BudgetFile }
  | { readonly kind: "refused"; readonly file: BudgetFile }
  /** Batch has told how long the job had its machines: nobody works there any more. */
  | { readonly kind: "over" };

/** What machines need until their workers take over; all of them or none. */
export function setAsideStarts(file: BudgetFile, names: readonly string[], microUsd: number): Taken {
  const { machines = [] } = file;
  const missing = names.filter((name) => !machines.some(({ state, job }) => state === "starting" && job === name));
  if (missing.length * microUsd > file.limitMicroUsd - takenMicroUsd(file)) return { kind: "refused", file };
  const starts = missing.map((job): MachineTime => ({ state: "starting", job, microUsd }));
  return { kind: "fits", file: { ...file, machines: [...machines, ...starts] } };
}

/** Refused: what is owed already counts all the same, even beyond the limit. */
export function takeTime(
  file: BudgetFile,
  one: MachineTry,
  { microUsd, owedMicroUsd }: { readonly microUsd: number; readonly owedMicroUsd: number },
): Taken {
  const { machines = [] } = file;
  if (machines.some(({ state, job }) => state === "charged" && job === one.job)) return { kind: "over" };
  const before = machines.find((time) => isOf(time, one))?.microUsd ?? 0;
  const others = machines.filter((time) => !isOf(time, one) && !isStartOf(time, one.name));
  const leftMicroUsd = file.limitMicroUsd - takenMicroUsd({ ...file, machines: others });
  const fits = microUsd <= leftMicroUsd;
  const mine = Math.max(before, fits ? microUsd : owedMicroUsd);
  const time: MachineTime = { state: "running", job: one.job, attempt: one.attempt, microUsd: mine };
  return { kind: fits ? "fits" : "refused", file: { ...file, machines: [...others, time] } };
}

/** As the worker reckons at its end; undefined: Batch has told already. */
export function endTime(file: BudgetFile, one: MachineTry, microUsd: number): BudgetFile | undefined {
  const { machines = [] } = file;
  if (!machines.some((time) => isOf(time, one))) return undefined;
  const ended: MachineTime = { state: "ended", job: one.job, attempt: one.attempt, microUsd };
  return { ...file, machines: [...machines.filter((time) => !isOf(time, one)), ended] };
}

/** Batch's own times are known: they replace what all tries of this job took, and what was set aside for its start. */
export function chargeJob(
  file: BudgetFile,
  { job, name }: Pick<MachineTry, "job" | "name">,
  microUsd: number | undefined,
): BudgetFile {
  const others = (file.machines ?? []).filter((time) => !isStartOf(time, name));
  if (microUsd === undefined) return { ...file, machines: others }; // it never had a machine
  const charged: MachineTime = { state: "charged", job, microUsd };
  return { ...file, machines: [...others.filter((time) => time.state === "starting" || time.job !== job), charged] };
}

const isOf = (time: MachineTime, { job, attempt }: MachineTry): boolean =>
  time.state !== "starting" && time.job === job && time.attempt === attempt;
const isStartOf = ({ state, job }: MachineTime, name: string): boolean => state === "starting" && job === name;
