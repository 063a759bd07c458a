import { type BudgetFile, takenMicroUsd } from "@medhelm/core/money/budget-file";
import type { MachinePrice } from "@medhelm/core/money/machine-price";
import { settleTime, type MachineTry, type BudgetChange, reserveTime } from "@medhelm/core/money/machine-time";
import { microUsdUp, toUsd } from "@medhelm/core/money/micro-usd";
import type { Clock } from "@medhelm/core/ports";
import { RunStopped } from "@medhelm/core/run/run-stopped";
import type { StoredSubmission } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { type BudgetPorts, changeBudget } from "./change-budget.ts";

/** How much machine time is taken in advance. */
export const SLICE_MS = 90_000;
/** how often: before it is used up, so that a store may fail for a while */
const TAKE_EVERY_MS = 60_000;
/** From "no more" until the machine is given back; always taken as well, so that stopping is paid for. */
export const STOP_MS = 60_000;
/** Of it, what requests in flight may take. */
const GRACE_MS = 20_000;
/** Of it, what is left when the worker has said its last word. */
const GIVE_BACK_MS = 30_000;
/** between two tries at a store that fails */
const AGAIN_MS = 5_000;

export interface MeterPorts extends BudgetPorts {
  readonly clock: Clock;
}

export interface MeteredMachine {
  readonly of: MachineTry;
  readonly price: MachinePrice;
  /** Unix milliseconds, as near to Batch's own start of this try as can be known */
  readonly startedAtMs: number;
}

/** One machine's time, paid out of its submission's budget while a worker is there. */
export interface MachineMeter {
  /** Why no more time is given; nothing is to be begun any more. */
  refused(): RunStopped | undefined;
  /** Aborts a while after the refusal: what is in flight may end until then. */
  readonly signal: AbortSignal;
  /** Tells what was used. Never throws: Batch's own times settle it at the latest. */
  close(): Promise<void>;
}

export const machineMicroUsd = ({ usdPerHour }: Pick<MachinePrice, "usdPerHour">, ms: number): number =>
  microUsdUp((Math.max(0, ms) / 3_600_000) * usdPerHour);

export const usedUp = (limitMicroUsd: number, takenMicro: number, { gpuClass, usdPerHour }: MachinePrice): string =>
  `the budget is used up: $${toUsd(takenMicro).toFixed(4)} of at most $${toUsd(limitMicroUsd)} are spent or set aside, and the next minutes of a machine (${gpuClass.name}, $${usdPerHour} an hour) would pass it: raise it to go on, nothing answered is lost`;

/**
 * Takes the first slice before anything else is done, then one a minute by If-Match, each before the one before is used up: while
 * this works, no machine is used that the budget has not paid for. A killed worker's slice counts until Batch's times are known.
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
  const take = async (): Promise<BudgetChange["kind"]> => {
    const nowMs = clock.nowMs();
    const wantedMs = nowMs + SLICE_MS + STOP_MS;
    const amounts = { microUsd: costUntil(wantedMs), owedMicroUsd: costUntil(nowMs + STOP_MS) };
    const taken = await changeBudget(ports, submission, (file) => reserveTime(file, of, amounts));
    if (taken?.kind === "refused") refused = stoppedBy(taken.file, price);
    if (taken === undefined || taken.kind === "fits") paidUntilMs = wantedMs;
    return taken?.kind ?? "fits";
  };
  const meter = async (): Promise<void> => {
    for (let waitMs = TAKE_EVERY_MS; ; ) {
      await clock.sleep(waitMs, untilStopped);
      try {
        const kind = await take();
        if (kind === "refused") return stopSoon();
        if (kind === "over") return stop.abort(new UserError(`job ${of.job} has ended, as Batch tells`));
        waitMs = TAKE_EVERY_MS;
      } catch (cause) {
        const unpaid = `the budget of ${submission.id} cannot be written, and its machine is not paid for any longer`;
        if (clock.nowMs() + STOP_MS > paidUntilMs) return stop.abort(new UserError(unpaid, { cause }));
        waitMs = AGAIN_MS;
      }
    }
  };
  const stopSoon = async (): Promise<void> => {
    await clock.sleep(GRACE_MS, untilStopped);
    stop.abort(refused);
  };

  const first = await take();
  if (first === "over") throw new UserError(`job ${of.job} has ended, as Batch tells`);
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
  new RunStopped("budget", usedUp(file.limitMicroUsd, takenMicroUsd(file), price));
