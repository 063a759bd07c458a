import { type CountedIndex, minusIndex } from "./counted-index.ts";
import { type CountedStore, minus } from "./counted-store.ts";
import type { SimulatedClock } from "./simulated-clock.ts";
import type { Used } from "./used.ts";

/** Runs a handler like Lambda, and returns what it has used. */
export type MeasuredCall = <T>(
  nowMs: number,
  work: () => Promise<T>,
) => Promise<{ readonly value: T; readonly used: Used }>;

export const measuredCall =
  ({
    clock,
    store,
    index,
    settled,
  }: {
    readonly clock: SimulatedClock;
    readonly store: CountedStore;
    readonly index: CountedIndex;
    /** resolves when all that the workers have written is in the index */
    settled(): Promise<unknown>;
  }): MeasuredCall =>
  async (nowMs, work) => {
    await settled();
    clock.set(nowMs);
    const before = { s3: { ...store.requests }, index: { ...index.requests } };
    const value = await clock.runToEnd(work());
    const seconds = (clock.nowMs() - nowMs) / 1000;
    return {
      value,
      used: { s3: minus(store.requests, before.s3), index: minusIndex(index.requests, before.index), seconds },
    };
  };
