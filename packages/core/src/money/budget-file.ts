import { z } from "zod";

/** submissions/<id>/budget.json: changed with If-Match only. What is set aside counts as spent until its holder tells what was. */
export const BudgetSlice = z.object({
  id: z.string(),
  /** for a person who looks */
  holder: z.string(),
  run: z.string(),
  reservedMicroUsd: z.int().nonnegative(),
  /** once it is settled */
  spentMicroUsd: z.int().nonnegative().exactOptional(),
});
export type BudgetSlice = z.infer<typeof BudgetSlice>;

/** Time of one machine with GPUs: one entry for each of a job's tries, and one for the whole job once Batch has told its times. */
export const MachineTime = z.object({
  /** starting: nobody works there yet; running: taken in advance; ended: as its worker reckons; charged: as in the ledger */
  state: z.enum(["starting", "running", "ended", "charged"]),
  /** Batch's id of the job or array child; starting: its name */
  job: z.string(),
  /** Batch's own count of its tries; absent where starting or charged */
  attempt: z.int().exactOptional(),
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

export const takenMicroUsd = ({ slices, machines = [] }: BudgetFile): number =>
  slices.reduce((sum, { reservedMicroUsd, spentMicroUsd }) => sum + (spentMicroUsd ?? reservedMicroUsd), 0) +
  machines.reduce((sum, { microUsd }) => sum + microUsd, 0);

/**
 * How much to set aside for a worker whose next request may cost `needMicroUsd`: enough for some requests, small beside the limit and
 * beside what is left, so that others find something too. undefined where not even that request fits.
 */
export function sliceSize(file: BudgetFile, needMicroUsd: number): number | undefined {
  const left = file.limitMicroUsd - takenMicroUsd(file);
  if (needMicroUsd > left) return undefined;
  const some = Math.min(Math.max(16 * needMicroUsd, Math.floor(file.limitMicroUsd / 256)), 256 * needMicroUsd);
  return Math.max(needMicroUsd, Math.min(some, Math.floor(left / 8)));
}

/** Stands for all runs that are over. */
const OVER = "*";

/** One settled slice a run, and one for all runs that are over: the file stays small however many runs and workers there were. */
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
