import { keys } from "../store/object-keys.ts";
import type { ObjectStore } from "../ports.ts";
import type { Budget } from "../run/budget.ts";
import { BudgetFile, type BudgetSlice, mergeSettled, sliceSize, takenMicroUsd } from "./budget-file.ts";
import { microUsdDown, microUsdUp, toUsd } from "./micro-usd.ts";
import { updateJson } from "../store/update-json.ts";

export interface SlicedBudgetOptions {
  readonly objects: ObjectStore;
  readonly submission: string;
  readonly run: string;
  readonly maxUsd: number;
  /** unique: of this worker at this run */
  readonly sliceId: string;
  readonly holder: string;
}

export interface SlicedBudget extends Budget {
  /** A worker that was killed at this run left something set aside. Only true for who holds the run's lease. */
  isInDoubt(): Promise<boolean>;
  /** Ends the slices that others left open at this run: `paidMicroUsd` is what all its stored answers cost so far. */
  reconcile(paidMicroUsd: number): Promise<void>;
  /** Tells what was spent and gives the rest back. `isOver`: the run comes to nobody again. */
  settle(isOver: boolean): Promise<void>;
}

/**
 * A submission's dollars, shared by all its workers on all machines and never passed: each sets a slice aside with If-Match, spends
 * from it in memory, and makes it larger when it is used up. A killed worker's slice stays spent until the next worker at that
 * run has seen what was really paid for.
 */
export function slicedBudget(options: SlicedBudgetOptions): SlicedBudget {
  const { objects, submission, run, maxUsd, sliceId, holder } = options;
  const key = keys.submissionBudget(submission);
  const fresh: BudgetFile = { formatVersion: 1, limitMicroUsd: microUsdDown(maxUsd), slices: [] };
  let heldMicroUsd = 0;
  let setAsideMicroUsd = 0;
  let spentUsd = 0;
  let requests = 0;
  let takenByAllMicroUsd = 0;
  let isSettled = false;
  let turn: Promise<unknown> = Promise.resolve();

  const change = async (how: (file: BudgetFile) => BudgetFile | undefined): Promise<BudgetFile> => {
    const file = await updateJson(objects, key, BudgetFile, (there) => how(there ?? fresh));
    takenByAllMicroUsd = takenMicroUsd(file ?? fresh);
    return file ?? fresh;
  };
  const grow = async (needMicroUsd: number): Promise<boolean> => {
    const file = await change((there) => {
      const mine = there.slices.find(({ id }) => id === sliceId);
      const knownMicroUsd = mine?.reservedMicroUsd ?? 0;
      // more: a put of ours took place, and its reply was lost; less: another worker has taken the run over
      if (knownMicroUsd !== heldMicroUsd) return undefined;
      const more = sliceSize(there, needMicroUsd);
      if (more === undefined) return undefined;
      const larger: BudgetSlice = { id: sliceId, holder, run, reservedMicroUsd: knownMicroUsd + more };
      return { ...there, slices: [...there.slices.filter(({ id }) => id !== sliceId), larger] };
    });
    const mine = file.slices.find(({ id }) => id === sliceId);
    if (mine === undefined || mine.reservedMicroUsd <= heldMicroUsd) return false;
    heldMicroUsd = mine.reservedMicroUsd;
    return true;
  };
  const spentMicroUsd = (): number => microUsdUp(spentUsd);
  const freeMicroUsd = (): number => heldMicroUsd - setAsideMicroUsd - spentMicroUsd();
  /** One after the other, so that requests that come at once do not each take a slice. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = turn.then(work);
    turn = next.catch(() => undefined);
    return next;
  };

  return {
    limits: { maxUsd },
    spent: () => ({ usd: toUsd(Math.max(takenByAllMicroUsd, spentMicroUsd())), requests }),
    reserve: (usd) =>
      inTurn(async () => {
        const need = microUsdUp(usd);
        if (isSettled) return undefined;
        while (freeMicroUsd() < need) if (!(await grow(need - freeMicroUsd()))) return undefined;
        setAsideMicroUsd += need;
        return {
          settle(actualUsd) {
            setAsideMicroUsd -= need;
            spentUsd += actualUsd;
            requests++;
          },
          release() {
            setAsideMicroUsd -= need;
          },
        };
      }),
    isInDoubt: async () => {
      const { slices } = await change(() => undefined);
      return slices.some((one) => isOpenOfOthers(one, run, sliceId));
    },
    reconcile: async (paidMicroUsd) => {
      await change((there) => {
        const open = there.slices.filter((one) => isOpenOfOthers(one, run, sliceId));
        const [first] = open;
        if (first === undefined) return undefined;
        const known = there.slices.reduce((sum, one) => sum + (one.run === run ? (one.spentMicroUsd ?? 0) : 0), 0);
        const settled = { ...first, spentMicroUsd: Math.max(0, paidMicroUsd - known) };
        return mergeSettled({ ...there, slices: [...there.slices.filter((one) => !open.includes(one)), settled] }, run);
      });
    },
    settle: (isOver) =>
      inTurn(async () => {
        isSettled = true;
        // what is still under way may yet be answered and charged
        const spent = spentMicroUsd() + setAsideMicroUsd;
        await change((there) => {
          const mine = there.slices.find(({ id, spentMicroUsd: told }) => id === sliceId && told === undefined);
          if (mine === undefined) return undefined; // settled before, or by the worker that took the run over
          const slices = there.slices.map((one) => (one === mine ? { ...one, spentMicroUsd: spent } : one));
          return mergeSettled({ ...there, slices }, run, isOver);
        });
      }),
  };
}

const isOpenOfOthers = ({ id, run, spentMicroUsd }: BudgetSlice, ofRun: string, mine: string): boolean =>
  run === ofRun && id !== mine && spentMicroUsd === undefined;
