import type { ObjectStore } from "../ports.ts";
import type { Budget } from "./budget.ts";
import { BudgetFile, type BudgetSlice, mergeSettled, newBudgetFile, sliceSize, takenMicroUsd } from "./budget-file.ts";
import { reservationTally } from "./reservation-tally.ts";
import { updateJson } from "../store/update-json.ts";

export interface SlicedBudgetOptions {
  readonly objects: ObjectStore;
  /** of the budget file */
  readonly key: string;
  readonly run: string;
  readonly limitMicroUsd: number;
  /** Unique for this worker and run. */
  readonly sliceId: string;
  readonly holder: string;
}

export interface SlicedBudget extends Budget {
  /** Whether a killed worker left a slice open at this run. Only the holder of the run's lease may ask. */
  hasOpenSlices(): Promise<boolean>;
  /** Settles the open slices of other workers at this run. `paidMicroUsd` is the cost of all its stored answers so far. */
  reconcile(paidMicroUsd: number): Promise<void>;
  /** Settles this worker's slice and frees the rest. `isOver` is true if no worker will continue this run. */
  settle(isOver: boolean): Promise<void>;
}

/**
 * The budget of a submission, shared by its workers on all machines, or of a suite, shared by all starts of a command. Each worker reserves a slice by a conditional put, spends from it in
 * memory and enlarges it when it is used up, so the limit holds. A killed worker's slice counts as spent until the next worker at that
 * run has added up the paid answers.
 */
export function slicedBudget(options: SlicedBudgetOptions): SlicedBudget {
  const { objects, key, run, limitMicroUsd, sliceId, holder } = options;
  const empty = newBudgetFile(limitMicroUsd);
  const tally = reservationTally();
  let heldMicroUsd = 0;
  let takenByAllMicroUsd = 0;
  let isSettled = false;
  let turn: Promise<unknown> = Promise.resolve();

  const change = async (update: (stored: BudgetFile) => BudgetFile | undefined): Promise<BudgetFile> => {
    const file = await updateJson(objects, key, BudgetFile, (stored) =>
      update({ ...(stored ?? empty), limitMicroUsd }),
    );
    takenByAllMicroUsd = takenMicroUsd(file ?? empty);
    return file ?? empty;
  };
  const grow = async (needMicroUsd: number): Promise<boolean> => {
    const file = await change((stored) => {
      const storedMicroUsd = stored.slices.find(({ id }) => id === sliceId)?.reservedMicroUsd ?? 0;
      // higher: our put succeeded but its reply was lost; lower: another worker has taken over the run
      if (storedMicroUsd !== heldMicroUsd) return undefined;
      const addedMicroUsd = sliceSize(stored, needMicroUsd);
      if (addedMicroUsd === undefined) return undefined;
      const larger: BudgetSlice = { id: sliceId, holder, run, reservedMicroUsd: storedMicroUsd + addedMicroUsd };
      return { ...stored, slices: [...stored.slices.filter(({ id }) => id !== sliceId), larger] };
    });
    const ownSlice = file.slices.find(({ id }) => id === sliceId);
    if (ownSlice === undefined || ownSlice.reservedMicroUsd <= heldMicroUsd) return false;
    heldMicroUsd = ownSlice.reservedMicroUsd;
    return true;
  };
  const freeMicroUsd = (): number => heldMicroUsd - tally.reservedMicroUsd() - tally.spentMicroUsd();
  /** Waits for this worker's requests in flight if the budget has no more. Resolves to false if nothing can free enough. */
  const makeRoom = async (microUsd: number): Promise<boolean> => {
    for (;;) {
      if (isSettled) return false;
      if (freeMicroUsd() >= microUsd) return true;
      const end = tally.ends.next();
      if (await grow(microUsd - freeMicroUsd())) continue;
      if (freeMicroUsd() >= microUsd) continue;
      if (tally.inFlight() === 0) return false;
      await end;
    }
  };
  /** Runs the work of concurrent requests one at a time, so that they do not each reserve a slice. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = turn.then(work);
    turn = next.catch(() => undefined);
    return next;
  };

  return {
    limits: { maxMicroUsd: limitMicroUsd },
    spent: () => ({
      microUsd: Math.max(takenByAllMicroUsd, tally.spentMicroUsd()),
      requests: tally.answers(),
    }),
    reserve: (microUsd) => inTurn(async () => ((await makeRoom(microUsd)) ? tally.reserve(microUsd) : undefined)),
    hasOpenSlices: async () => {
      const { slices } = await change(() => undefined);
      return slices.some((one) => isOpenOfOthers(one, run, sliceId));
    },
    reconcile: async (paidMicroUsd) => {
      await change((stored) => {
        const open = stored.slices.filter((one) => isOpenOfOthers(one, run, sliceId));
        const [first] = open;
        if (first === undefined) return undefined;
        const settledMicroUsd = stored.slices.reduce(
          (sum, one) => sum + (one.run === run ? (one.spentMicroUsd ?? 0) : 0),
          0,
        );
        const settled = { ...first, spentMicroUsd: Math.max(0, paidMicroUsd - settledMicroUsd) };
        return mergeSettled(
          { ...stored, slices: [...stored.slices.filter((one) => !open.includes(one)), settled] },
          run,
        );
      });
    },
    settle(isOver) {
      isSettled = true;
      tally.ends.fire();
      return inTurn(async () => {
        // a request in flight may still be answered and charged
        const spent = tally.spentMicroUsd() + tally.reservedMicroUsd();
        await change((stored) => {
          const ownSlice = stored.slices.find(({ id, spentMicroUsd }) => id === sliceId && spentMicroUsd === undefined);
          if (ownSlice === undefined) return undefined; // already settled, here or by the worker that took over the run
          const slices = stored.slices.map((one) => (one === ownSlice ? { ...one, spentMicroUsd: spent } : one));
          return mergeSettled({ ...stored, slices }, run, isOver);
        });
      });
    },
  };
}

const isOpenOfOthers = ({ id, run, spentMicroUsd }: BudgetSlice, ofRun: string, ownId: string): boolean =>
  run === ofRun && id !== ownId && spentMicroUsd === undefined;
