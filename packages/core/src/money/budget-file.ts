import { z } from "zod";
import type { StoredSubmission } from "../submission.ts";
import { microUsdDown } from "./micro-usd.ts";

/**
 * submissions/<id>/budget.json, changed by conditional puts only. A slice is the part of the budget that one worker reserves at one run.
 * Its reservation counts as spent until the worker settles it.
 */
export const BudgetSlice = z.object({
  id: z.string(),
  /** The worker's name, for a person who reads the file. */
  holder: z.string(),
  run: z.string(),
  reservedMicroUsd: z.int().nonnegative(),
  /** Present if the slice is settled. */
  spentMicroUsd: z.int().nonnegative().exactOptional(),
});
export type BudgetSlice = z.infer<typeof BudgetSlice>;

/** Time of one GPU machine: one entry for each attempt of a job, or one for the whole job when Batch has reported its times. */
export const MachineTime = z.object({
  /** starting: reserved before a worker runs; running: reserved in advance; ended: measured by the worker; charged: as in the ledger */
  state: z.enum(["starting", "running", "ended", "charged"]),
  /** Batch's id of the job or array child; while starting, its name */
  job: z.string(),
  /** Batch's attempt number; absent while starting and when charged */
  attempt: z.int().exactOptional(),
  /** The queue entry of the pool's shard that reserves the time. Absent: a job of the submission reserves it. */
  shard: z.string().exactOptional(),
  microUsd: z.int().nonnegative(),
});
export type MachineTime = z.infer<typeof MachineTime>;

export const BudgetFile = z.object({
  formatVersion: z.literal(1),
  limitMicroUsd: z.int().nonnegative(),
  slices: z.array(BudgetSlice),
  machines: z.array(MachineTime).exactOptional(),
});
export type BudgetFile = z.infer<typeof BudgetFile>;

/** The most that a submission may spend; undefined: no limit, and nothing is counted. */
export function limitMicroUsdOf({ limitUsd, request }: StoredSubmission): number | undefined {
  const maxUsd = limitUsd ?? request.budgetUsd;
  return maxUsd === undefined ? undefined : microUsdDown(maxUsd);
}

export const newBudgetFile = (limitMicroUsd: number): BudgetFile => ({ formatVersion: 1, limitMicroUsd, slices: [] });

/** The sum of the spent and the reserved amounts. */
export const takenMicroUsd = ({ slices, machines = [] }: BudgetFile): number =>
  slices.reduce((sum, { reservedMicroUsd, spentMicroUsd }) => sum + (spentMicroUsd ?? reservedMicroUsd), 0) +
  machines.reduce((sum, { microUsd }) => sum + microUsd, 0);

/**
 * Returns the amount to reserve if a worker's next request may cost `needMicroUsd`. It is enough for several requests, but small compared
 * with the limit and the rest of the budget, so that other workers can reserve too. Undefined if that request does not fit.
 */
export function sliceSize(file: BudgetFile, needMicroUsd: number): number | undefined {
  const leftMicroUsd = file.limitMicroUsd - takenMicroUsd(file);
  if (needMicroUsd > leftMicroUsd) return undefined;
  const wantedMicroUsd = Math.min(
    Math.max(16 * needMicroUsd, Math.floor(file.limitMicroUsd / 256)),
    256 * needMicroUsd,
  );
  return Math.max(needMicroUsd, Math.min(wantedMicroUsd, Math.floor(leftMicroUsd / 8)));
}

/** The slice of all finished runs. */
const OVER = "*";

/** Merges settled slices: one for each run, and one for all finished runs. The file stays small for any number of runs and workers. */
export function mergeSettled(file: BudgetFile, run: string, isOver = false): BudgetFile {
  const hasOpen = file.slices.some((slice) => slice.run === run && slice.spentMicroUsd === undefined);
  const into = isOver && !hasOpen ? OVER : run;
  const isSettled = (slice: BudgetSlice): boolean =>
    slice.spentMicroUsd !== undefined && (slice.run === run || slice.run === into);
  const settled = file.slices.filter(isSettled);
  const [first] = settled;
  if (first === undefined) return file;
  const spent = settled.reduce((sum, { spentMicroUsd = 0 }) => sum + spentMicroUsd, 0);
  const merged: BudgetSlice = { ...first, run: into, reservedMicroUsd: spent, spentMicroUsd: spent };
  return { ...file, slices: [...file.slices.filter((slice) => !isSettled(slice)), merged] };
}
