import { type BudgetFile, takenMicroUsd } from "@medhelm/core/money/budget-file";
import type { MachinePrice } from "@medhelm/core/money/machine-price";
import { settleTime, type MachineTry, type BudgetChange, reserveTime } from "@medhelm/core/money/machine-time";
import { microUsdUp, toUsd } from "@medhelm/core/money/micro-usd";
import type { Clock } from "@medhelm/core/ports";
import { RunStopped } from "@medhelm/core/run/asking/run-stopped";
import type { StoredSubmission } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { type BudgetPorts, changeBudget } from "./change-budget.ts";

/** Machine time that is reserved in advance. */
export const SLICE_MS = 90_000;
/** How often it is reserved: before the previous slice is used up, so that the store may fail for a while. */
const TAKE_EVERY_MS = 60_000;
/** Time from the refusal until the machine is released. It is always reserved too, so that stopping is paid for. */
export const STOP_MS = 60_000;
/** The part of STOP_MS for requests in flight. */
const GRACE_MS = 20_000;
/** The part of STOP_MS after the worker has settled. */
const GIVE_BACK_MS = 30_000;
/** pause between two attempts when the store fails */
const AGAIN_MS = 5_000;

export interface MeterPorts extends BudgetPorts {
  readonly clock: Clock;
}

export interface MeteredMachine {
  readonly of: MachineTry;
  readonly price: MachinePrice;
  /** Unix milliseconds, as close as possible to Batch's own start of this attempt */
  readonly startedAtMs: number;
}

/** Reserves one machine's time from its submission's budget while a worker runs. */
export interface MachineMeter {
  /** The reason why no more time is available; the worker must start nothing new. */
  refused(): RunStopped | undefined;
  /** Aborts some time after the refusal, so that requests in flight can end. */
  readonly signal: AbortSignal;
  /** Settles the used time. Never throws: Batch's own times settle it later in any case. */
  close(): Promise<void>;
}

export const machineMicroUsd = ({ usdPerHour }: Pick<MachinePrice, "usdPerHour">, ms: number): number =>
  microUsdUp((Math.max(0, ms) / 3_600_000) * usdPerHour);

export const budgetUsedUp = (
  limitMicroUsd: number,
  usedMicroUsd: number,
  { gpuClass, usdPerHour }: MachinePrice,
): string =>
  `the budget is used up: $${toUsd(usedMicroUsd).toFixed(4)} of at most $${toUsd(limitMicroUsd)} are spent or reserved, and the next minutes of a machine (${gpuClass.name}, $${usdPerHour} an hour) would exceed it: raise it to continue; no answer is lost`;

/**
 * Reserves the first slice before any work, then one a minute by a conditional put, each before the previous one is used up. The
 * budget therefore pays for every machine in use. A killed worker's slice counts until Batch reports its times.
 */
export async function openMachineMeter(
  ports: MeterPorts,
  submission: StoredSubmission,
  machine: MeteredMachine,
): Promise<MachineMeter> {
  const { clock } = ports;
  const { of, price, startedAtMs } = machine;
  const stop = new AbortController();
  const closed = new AbortController();
  const untilStopped = AbortSignal.any([stop.signal, closed.signal]);
  let refused: RunStopped | undefined;
  let paidUntilMs = startedAtMs;

  const costUntil = (ms: number): number => machineMicroUsd(price, ms - startedAtMs);
  const reserve = async (): Promise<BudgetChange["kind"]> => {
    const nowMs = clock.nowMs();
    const wantedMs = nowMs + SLICE_MS + STOP_MS;
    const amounts = { microUsd: costUntil(wantedMs), owedMicroUsd: costUntil(nowMs + STOP_MS) };
    const change = await changeBudget(ports, submission, (file) => reserveTime(file, of, amounts));
    if (change?.kind === "refused") refused = stoppedBy(change.file, price);
    if (change === undefined || change.kind === "fits") paidUntilMs = wantedMs;
    return change?.kind ?? "fits";
  };
  const meter = async (): Promise<void> => {
    for (let waitMs = TAKE_EVERY_MS; ; ) {
      await clock.sleep(waitMs, untilStopped);
      try {
        const kind = await reserve();
        if (kind === "refused") return stopSoon();
        if (kind === "over") return stop.abort(new UserError(`job ${of.job} has ended, as Batch reports`));
        waitMs = TAKE_EVERY_MS;
      } catch (cause) {
        const unpaid = `the budget of ${submission.id} cannot be written, and its machine is no longer paid for`;
        if (clock.nowMs() + STOP_MS > paidUntilMs) return stop.abort(new UserError(unpaid, { cause }));
        waitMs = AGAIN_MS;
      }
    }
  };
  const stopSoon = async (): Promise<void> => {
    await clock.sleep(GRACE_MS, untilStopped);
    stop.abort(refused);
  };

  const first = await reserve();
  if (first === "over") throw new UserError(`job ${of.job} has ended, as Batch reports`);
  if (first === "refused") stop.abort(refused);
  const metering = first === "refused" ? Promise.resolve() : meter().catch(() => undefined); // closed
  return {
    refused: () => refused,
    signal: stop.signal,
    async close() {
      closed.abort();
      await metering;
      const microUsd = costUntil(clock.nowMs() + GIVE_BACK_MS);
      const settle = (file: BudgetFile): BudgetChange => ({
        kind: "fits",
        file: settleTime(file, of, microUsd) ?? file,
      });
      await changeBudget(ports, submission, settle).catch(() => undefined);
    },
  };
}

const stoppedBy = (file: BudgetFile, price: MachinePrice): RunStopped =>
  new RunStopped("budget", budgetUsedUp(file.limitMicroUsd, takenMicroUsd(file), price));
